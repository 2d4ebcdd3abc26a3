import type { Core } from '@strapi/types';
import { MAX_DETAILS, WorkTrackingError, type Detail } from '../../../domain/errors';
import {
  isToMany,
  publicComponentFields,
  publicCustomFields,
  type Attributes,
} from '../records/custom-fields';
import type { Project } from '../records/project';
import { AUDIT_ENTRY, DECISION, DELIVERY, EVENT, FILE, PROJECT, RESEND, SUBSCRIPTION, TICKET } from '../uids';

const PROJECT_SCOPED: readonly string[] = [
  TICKET,
  DECISION,
  SUBSCRIPTION,
  EVENT,
  DELIVERY,
  RESEND,
  AUDIT_ENTRY,
];

type Values = Record<string, unknown>;

/** The project whose records a request may refer to. */
interface Scope {
  strapi: Core.Strapi;
  project: Project;
  /** The ids that were not found. */
  details: Detail[];
}

/**
 * Turns a parsed body into what the document service takes, after looking up every relation and file.
 * @throws WorkTrackingError `validation_failed` with the path of each id that does not exist
 */
export async function storedInput<Body extends object>(
  strapi: Core.Strapi,
  project: Project,
  uid: string,
  body: Body,
): Promise<Body> {
  const scope: Scope = { strapi, project, details: [] };
  const input = await stored(scope, publicCustomFields(strapi, uid), body as Values, '');
  const { details } = scope;
  if (details.length > 0) throw new WorkTrackingError('validation_failed', { details });
  return input as Body;
}

async function stored(scope: Scope, attributes: Attributes, values: Values, path: string): Promise<Values> {
  const input = { ...values };
  for (const [name, attribute] of Object.entries(attributes)) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    const ownPath = `${path}${name}`;
    const part = (uid: string, own: unknown, partPath: string) =>
      stored(scope, publicComponentFields(scope.strapi, uid), own as Values, `${partPath}.`);

    switch (attribute.type) {
      case 'relation':
        await rowsOf(scope, attribute.target ?? '', value as string | string[], ownPath);
        // A list replaces the stored one.
        if (isToMany(attribute)) input[name] = { set: (value as string[]).map((id) => ({ documentId: id })) };
        break;
      case 'media':
        input[name] = await rowsOf(scope, FILE, value as string | string[], ownPath);
        break;
      case 'component':
        input[name] = Array.isArray(value)
          ? await Promise.all(
              value.map((own, index) => part(attribute.component ?? '', own, `${ownPath}.${index}`)),
            )
          : await part(attribute.component ?? '', value, ownPath);
        break;
      case 'dynamiczone':
        input[name] = await Promise.all(
          (value as { __component: string }[]).map((own, index) =>
            part(own.__component, own, `${ownPath}.${index}`),
          ),
        );
        break;
    }
  }
  return input;
}

/** Another project's record is reported as absent (specification 1). */
function inProject(uid: string, project: Project): Values {
  if (uid === PROJECT) return { id: project.id };
  return PROJECT_SCOPED.includes(uid) ? { project_id: project.id } : {};
}

/** The row ids for public ids, in the same order. */
async function rowsOf(
  { strapi, project, details }: Scope,
  uid: string,
  ids: string | string[],
  path: string,
): Promise<number | (number | undefined)[] | undefined> {
  const wanted = [ids].flat();
  const rows: { id: number; documentId: string }[] = await strapi.db.query(uid).findMany({
    select: ['id', 'documentId'],
    where: { documentId: { $in: wanted }, ...inProject(uid, project) },
  });
  const idOf = new Map(rows.map(({ id, documentId }) => [documentId, id]));
  wanted.forEach((id, index) => {
    if (idOf.has(id) || details.length > MAX_DETAILS) return;
    const ownPath = Array.isArray(ids) ? `${path}.${index}` : path;
    details.push({ path: ownPath, code: 'invalid_value', message: `There is nothing with the id "${id}".` });
  });
  const found = wanted.map((id) => idOf.get(id));
  return Array.isArray(ids) ? found : found[0];
}
