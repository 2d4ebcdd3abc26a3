import { assertOpen } from '../../../domain/decision';
import { decisionRecord, type Decision } from '../records/decision';
import { transact } from '../transaction';
import { DECISION } from '../uids';
import { route } from './endpoint';
import { decisionChange, decisionListQuery, newDecision, resolution } from './formats';
import { deleteInProject, documents, findInProject, lockInProject } from './scoped';

/** v1.md 4.2 */
export const decisionRoutes = [
  route({
    method: 'GET',
    path: '/decisions',
    action: 'decision.find',
    status: 200,
    query: decisionListQuery,
    async handle({ strapi, project, query: { status, slug, limit, offset } }) {
      const decisions: Decision[] = await strapi.db.query(DECISION).findMany({
        where: {
          project_id: project.id,
          ...(status === undefined ? {} : { state: status }),
          ...(slug === undefined ? {} : { slug }),
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        limit,
        offset,
      });
      return { decisions: decisions.map((decision) => decisionRecord(decision, project)) };
    },
  }),

  route({
    method: 'POST',
    path: '/decisions',
    action: 'decision.create',
    status: 201,
    body: newDecision,
    async handle({ strapi, project, body }) {
      const { body_markdown: bodyMarkdown = '', ...fields } = body();
      const data = { ...fields, bodyMarkdown, project: project.id };
      const decision: Decision = await transact(strapi, () => documents(strapi, DECISION).create({ data }));
      return { decision: decisionRecord(decision, project) };
    },
  }),

  route({
    method: 'GET',
    path: '/decisions/:id',
    action: 'decision.findOne',
    status: 200,
    async handle({ strapi, project, id }) {
      const decision = await findInProject<Decision>(strapi, DECISION, project, id);
      return { decision: decisionRecord(decision, project) };
    },
  }),

  route({
    method: 'PATCH',
    path: '/decisions/:id',
    action: 'decision.update',
    status: 200,
    body: decisionChange,
    async handle({ strapi, project, id, body }) {
      const { body_markdown: bodyMarkdown, ...fields } = body();
      const decision: Decision = await transact(strapi, async () => {
        await lockInProject<Decision>(strapi, DECISION, project, id);
        return documents(strapi, DECISION).update({
          documentId: id,
          data: { ...fields, ...(bodyMarkdown === undefined ? {} : { bodyMarkdown }) },
        });
      });
      return { decision: decisionRecord(decision, project) };
    },
  }),

  route({
    method: 'DELETE',
    path: '/decisions/:id',
    action: 'decision.delete',
    status: 200,
    async handle({ strapi, project, id }) {
      await deleteInProject(strapi, DECISION, project, id);
      return { ok: true };
    },
  }),

  route({
    method: 'POST',
    path: '/decisions/:id/resolve',
    action: 'decision.resolve',
    status: 200,
    body: resolution,
    async handle({ strapi, project, id, body }) {
      const decision: Decision = await transact(strapi, async () => {
        const current = await lockInProject<Decision>(strapi, DECISION, project, id);
        // Before the body is judged: already resolved is 409 whatever it holds (gaps.md, Records).
        assertOpen(current.state);
        const { status: verdict, option_id: optionId, note } = body();
        return documents(strapi, DECISION).update({
          documentId: id,
          data: { state: 'resolved', verdict, optionId, note },
        });
      });
      return { decision: decisionRecord(decision, project) };
    },
  }),
];
