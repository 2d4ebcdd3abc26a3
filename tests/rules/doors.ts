import type { Core } from '@strapi/types';
import type { Response } from 'supertest';
import { collection, registerAdmin, type Admin } from '../support/admin';
import { tokenFor, type Api } from '../support/api';
import type { TestServer } from '../support/server';
import type { SentStep } from './model/apply';
import type { Caller, ProjectName, Type, Values } from './model/world';
import { isFormOfDuplicate, type Step } from './steps';

/** The result of a step. */
export interface Answer {
  /** The code of the error. */
  refused?: string;
  /** Public id of the record that was made. */
  id?: string;
  /** The record as v1 answers it. */
  record?: Values;
  /** Whether it was stored for the request's key. */
  isReplayed?: boolean;
  /** The values that the content manager has loaded into a form. */
  form?: Values;
}

/** Takes steps in the running application. */
export interface Doors {
  tokens: Record<Exclude<Caller, 'panel' | 'documents' | 'query'>, Api>;
  tenants: Record<ProjectName, string>;
  take(step: SentStep, ids: readonly string[], form?: Values): Promise<Answer>;
}

const PLACES: Record<Type, string> = {
  ticket: '/tickets',
  decision: '/decisions',
  subscription: '/webhooks/subscriptions',
};
const UIDS: Record<Type, string> = {
  ticket: 'ticket',
  decision: 'decision',
  subscription: 'webhook-subscription',
};

/** The names of attributes that have another one in v1. */
const ATTRIBUTES: Record<string, string> = {
  status: 'state',
  body_markdown: 'bodyMarkdown',
  option_id: 'optionId',
  event_types: 'eventTypes',
};

const asAttributes = (given: Values, others: Record<string, string> = {}): Values =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [others[name] ?? ATTRIBUTES[name] ?? name, value]),
  );

/** Projects A and B with their tokens, the administrator, and code. */
export async function openDoors(server: TestServer): Promise<Doors> {
  const admin = await registerAdmin(server);
  const tokens = {
    A: await tokenFor(server, 'A', { name: 'A' }),
    'A too': await tokenFor(server, 'A', { name: 'A too' }),
    'A, read-only': await tokenFor(server, 'A', { name: 'A, read-only', access: 'read-only' }),
    B: await tokenFor(server, 'B', { name: 'B' }),
  };
  const tenants = { A: tokens.A.tenantId, B: tokens.B.tenantId };
  return {
    tokens,
    tenants,
    take(step, ids, form) {
      switch (step.by) {
        case 'panel':
          return byPanel(admin, tenants, step, ids, form);
        case 'documents':
        case 'query':
          return byCode(server, tenants, step, ids);
        default:
          return byToken(tokens[step.by], step, ids[0] ?? '');
      }
    },
  };
}

async function byToken(api: Api, { verb, type, given, key, ifMatch }: SentStep, id: string): Promise<Answer> {
  const place = PLACES[type];
  const at = `${place}/${id}`;
  const ask = () => {
    switch (verb) {
      case 'create':
        return api.post(place, given);
      case 'change':
        return api.patch(at, given);
      case 'resolve':
        return api.post(`${at}/resolve`, given);
      case 'delete':
        return api.delete(at);
      default:
        return api.get(at);
    }
  };
  const request = ask();
  if (key !== undefined) request.set('Idempotency-Key', key);
  if (ifMatch !== undefined) request.set('If-Match', ifMatch === '*' ? '*' : ifMatch.map(tag).join(', '));
  const { status, headers, body } = await request;
  if (status >= 400) return { refused: body.error };
  const record = body[type] as Values | undefined;
  if (!record) return {};
  const isReplayed = headers['idempotent-replayed'] === 'true';
  return { record, isReplayed, ...(verb === 'create' ? { id: record.id as string } : {}) };
}

const tag = (version: number): string => `"${version}"`;

async function byPanel(
  admin: Admin,
  tenants: Doors['tenants'],
  step: Step,
  ids: readonly string[],
  form: Values = {},
): Promise<Answer> {
  const { verb, type, given, project } = step;
  const place = collection(UIDS[type]);
  const at = `${place}/${ids[0]}`;
  const data = asAttributes(given, { secret: 'newSecret' });
  const isForm = isFormOfDuplicate(step);
  const { data: original } = (isForm ? (await admin.get(at)).body : {}) as { data?: Values };
  const ask = () => {
    switch (verb) {
      case 'create':
        return admin.post(place, {
          ...data,
          project: { connect: [{ documentId: tenants[project] }], disconnect: [] },
        });
      case 'change':
        return admin.put(at, data);
      case 'save form':
        return admin.put(at, { ...form, ...data });
      case 'clone':
        return isForm
          ? admin.post(`${place}/clone/${ids[0]}`, { ...original, ...data })
          : admin.post(`${place}/auto-clone/${ids[0]}`, {});
      case 'resolve':
        return admin.post(`/work-tracking/decisions/${ids[0]}/resolve`, given);
      case 'delete':
        return admin.delete(at);
      case 'delete many':
        return admin.post(`${place}/actions/bulkDelete`, { documentIds: ids });
      default:
        return admin.get(at);
    }
  };
  const answer = await ask();
  if (answer.status >= 400) return { refused: codeOf(answer) };
  const saved = answer.body.data as Values | undefined;
  if (verb === 'open form') return { form: saved ?? {} };
  return verb === 'create' || verb === 'clone' ? { id: saved?.documentId as string } : {};
}

/** The code of one of our rules, else that of Strapi's own checks. */
function codeOf({ status, body }: Response): string {
  const code = body.error?.details?.code as string | undefined;
  if (code) return code;
  if (status === 404) return 'not_found';
  return status === 400 ? 'validation_failed' : `${status} ${JSON.stringify(body)}`;
}

interface CodeRequest {
  door: string;
  verb: string;
  uid: string;
  id: string;
  data: Values;
  tenant: string;
}

async function byCode(
  server: TestServer,
  tenants: Doors['tenants'],
  { by, verb, type, given, project }: Step,
  ids: readonly string[],
): Promise<Answer> {
  const resolving = verb === 'resolve' ? { status: 'resolved' } : {};
  const request: CodeRequest = {
    door: by,
    verb,
    uid: `plugin::work-tracking.${UIDS[type]}`,
    id: ids[0] ?? '',
    data: asAttributes({ ...given, ...resolving }),
    tenant: tenants[project],
  };
  try {
    const id = await server.run(runCode, request);
    if (id === null) return { refused: 'not_found' };
    return verb === 'create' || verb === 'clone' ? { id } : {};
  } catch (error) {
    const { name, message, details } = error as Error & { details?: { code?: string } };
    return { refused: details?.code ?? (name === 'ValidationError' ? 'validation_failed' : message) };
  }
}

/** Runs inside the application. @returns the record's public id, null when there was none */
async function runCode(strapi: Core.Strapi, request: CodeRequest): Promise<string | null> {
  const { door, verb, uid, id, data, tenant } = request;
  const documentId = id;
  const documents = strapi.documents(uid as never) as unknown as Record<
    string,
    (params: object) => Promise<{ documentId: string; entries?: { documentId: string }[] } | null>
  >;
  const query = strapi.db.query(uid);
  const where = { documentId };
  if (verb === 'write in bulk') {
    await query.updateMany({ where, data: { title: 'In bulk' } });
    return null;
  }
  if (door === 'query') {
    const project = await strapi.db
      .query('plugin::work-tracking.project')
      .findOne({ where: { documentId: tenant } });
    const row =
      verb === 'create'
        ? await query.create({ data: { ...data, project: project.id } })
        : verb === 'delete'
          ? await query.delete({ where })
          : await query.update({ where, data });
    return row?.documentId ?? null;
  }
  if (verb === 'create') return (await documents.create!({ data: { ...data, project: tenant } }))!.documentId;
  if (verb === 'delete' || verb === 'clone') {
    const done = await documents[verb]!({ documentId, data });
    return done?.entries?.[0]?.documentId ?? null;
  }
  return (await documents.update!({ documentId, data }))?.documentId ?? null;
}
