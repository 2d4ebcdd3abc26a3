import type { Core } from '@strapi/types';
import { assertOpen } from '../../../domain/decision';
import { recordsAbout } from '../content-types/content-reference/references';
import { transact } from '../database/transact';
import { z } from '../host/strapi-utils';
import { omitUndefined, pageOf, type PlaceInList } from '../paging/page';
import { populateCustomFields } from '../records/custom-fields';
import { decisionRecord, type Decision } from '../records/decision';
import { populateInDocument } from '../records/populate';
import type { Project } from '../records/project';
import { DECISION } from '../uids';
import { entityTag, NotModified, RecordAnswer } from './conditions';
import { allOf } from './custom-field-filters';
import { storedInput } from './custom-field-input';
import { route, ListAnswer } from './endpoint';
import { decisionChange, decisionListQuery, newDecision, resolution } from './schemas/requests';
import { deleteInProject, documents, findInProject, knownTag, lockInProject } from './scoped';

const answerOf = (strapi: Core.Strapi, decision: Decision, project: Project) =>
  new RecordAnswer('decision', decisionRecord(strapi, decision, project), entityTag(decision, project));

/** specification 4.2 */
export const decisionRoutes = [
  route({
    method: 'GET',
    path: '/decisions',
    action: 'decision.find',
    summary: "List the project's decisions, newest first",
    status: 200,
    answer: ({ decision, page }) => ({ decisions: z.array(decision), ...page }),
    errors: ['unknown_status'],
    query: decisionListQuery,
    async handle({ strapi, project, query: { status, slug, content, cursor, limit, offset, ...custom } }) {
      const where = {
        project_id: project.id,
        ...omitUndefined({ state: status, slug }),
        ...allOf(custom),
      };
      const idsOf =
        content &&
        ((part: PlaceInList) =>
          recordsAbout(strapi, 'decision', { projectId: project.id, entry: content, where }, part));
      const page = await pageOf(
        strapi,
        DECISION,
        { where, idsOf, populate: populateCustomFields(strapi, DECISION), cursor, limit, offset },
        (decision: Decision) => decisionRecord(strapi, decision, project),
      );
      return new ListAnswer('decisions', page);
    },
  }),

  route({
    method: 'POST',
    path: '/decisions',
    action: 'decision.create',
    summary: 'File a decision',
    status: 201,
    answer: ({ decision }) => ({ decision }),
    tagged: 'decision',
    errors: ['slug_taken', 'record_too_large'],
    body: newDecision,
    async handle({ strapi, project, body, write }) {
      const { body_markdown: bodyMarkdown = '', ...fields } = await storedInput(
        strapi,
        project,
        DECISION,
        body(),
      );
      const data = { ...fields, bodyMarkdown, project: project.id };
      return write(async () => {
        const decision: Decision = await documents(strapi, DECISION).create({
          data,
          populate: populateInDocument(strapi, DECISION),
        });
        return answerOf(strapi, decision, project);
      });
    },
  }),

  route({
    method: 'GET',
    path: '/decisions/:id',
    action: 'decision.findOne',
    summary: 'Read a decision',
    status: 200,
    answer: ({ decision }) => ({ decision }),
    tagged: 'decision',
    condition: 'If-None-Match',
    async handle({ strapi, project, id, ifNoneMatch }) {
      const known = await knownTag(strapi, DECISION, project, { id, ifNoneMatch });
      if (known !== undefined) return new NotModified(known);
      const decision = await findInProject<Decision>(strapi, DECISION, project, id);
      return answerOf(strapi, decision, project);
    },
  }),

  route({
    method: 'PATCH',
    path: '/decisions/:id',
    action: 'decision.update',
    summary: 'Change a decision',
    opens: 'Change a decision; the answer is the whole decision.',
    status: 200,
    answer: ({ decision }) => ({ decision }),
    tagged: 'decision',
    condition: 'If-Match',
    errors: ['record_too_large'],
    body: decisionChange,
    async handle({ strapi, project, id, body, assertMatch }) {
      const given = body();
      const decision: Decision = await transact(strapi, async () => {
        const current = await lockInProject<Decision>(strapi, DECISION, project, id);
        assertMatch(current.version);
        const { body_markdown: bodyMarkdown, ...fields } = await storedInput(
          strapi,
          project,
          DECISION,
          given,
        );
        return documents(strapi, DECISION).update({
          documentId: id,
          populate: populateInDocument(strapi, DECISION),
          data: { ...fields, ...(bodyMarkdown === undefined ? {} : { bodyMarkdown }) },
        });
      });
      return answerOf(strapi, decision, project);
    },
  }),

  route({
    method: 'DELETE',
    path: '/decisions/:id',
    action: 'decision.delete',
    summary: 'Delete a decision',
    status: 200,
    answer: ({ ok }) => ({ ok }),
    condition: 'If-Match',
    async handle({ strapi, project, id, assertMatch }) {
      await deleteInProject<Decision>(strapi, DECISION, project, id, ({ version }) => assertMatch(version));
      return { ok: true };
    },
  }),

  route({
    method: 'POST',
    path: '/decisions/:id/resolve',
    record: DECISION,
    action: 'decision.resolve',
    summary: 'Resolve an open decision, once',
    opens: 'Resolve an open decision, once; the answer is the whole decision.',
    status: 200,
    answer: ({ decision }) => ({ decision }),
    tagged: 'decision',
    condition: 'If-Match',
    errors: ['already_resolved', 'unknown_option', 'record_too_large'],
    body: resolution,
    handle({ strapi, project, id, body, assertMatch, write }) {
      return write(async () => {
        const current = await lockInProject<Decision>(strapi, DECISION, project, id);
        const assertResolvable = () => {
          assertMatch(current.version);
          assertOpen(current.state);
        };
        // A resolved decision is 409 whatever the body holds (specification 3.2).
        if (current.state === 'resolved') assertResolvable();
        const { status: verdict, option_id: optionId, note } = body();
        assertResolvable();
        const decision: Decision = await documents(strapi, DECISION).update({
          documentId: id,
          populate: populateInDocument(strapi, DECISION),
          data: { state: 'resolved', verdict, optionId, note },
        });
        return answerOf(strapi, decision, project);
      });
    },
  }),
];
