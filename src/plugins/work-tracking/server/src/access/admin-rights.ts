import type { Core, UID } from '@strapi/types';
import toPath from 'lodash/toPath';
import { WorkTrackingError } from '../../../domain/errors';
import { roleFields } from '../host/admin-services';
import { contentManager, queryParams } from '../host/content-manager-services';
import { attributesOf } from '../records/custom-fields';
import type { Project } from '../records/project';
import { READ_CONTENT, UPDATE_CONTENT } from '../uids';

/** A role's right: the action, its fields and its condition; as far as it is used here. */
interface Rule {
  fields?: readonly string[];
  conditions?: object;
  /** Whether the conditions hold for an object. */
  matchesConditions(object: object): boolean;
}

/** Strapi's ability object, as far as it is used here. */
export interface Ability {
  can(action: string): boolean;
  rulesFor(action: string, uid: string): Rule[];
}

/** A field of a type; of a component, its path: `plan.label`. */
export interface Field {
  uid: string;
  field: string;
}

/** What a person may not read: a field, or a type's records as a whole. */
export type Missing = Pick<Field, 'uid'> & Partial<Field>;

/** The name of a type, with that of a field, as a person reads it. */
export function subjectOf(strapi: Core.Strapi, { uid, field }: Missing): string {
  const { displayName } = strapi.getModel(uid as UID.Schema).info;
  return field === undefined ? displayName : `${displayName}, ${field}`;
}

export function notPermitted(
  strapi: Core.Strapi,
  uid: string,
  verb: 'read' | 'create' | 'change' | 'publish',
  field?: string,
): WorkTrackingError {
  const subject = subjectOf(strapi, { uid, field });
  return new WorkTrackingError('not_permitted', {
    message: `Your role does not let you ${verb} this in the content manager: ${subject}.`,
    subject,
  });
}

/** Is it a field, or one in its component? */
const isWithin = (inner: string, outer: string): boolean => `${inner}.`.startsWith(`${outer}.`);

/**
 * Whether the person may read a field in each record of a type that they see. Where one role shows it in some records
 * and another role shows others without it, to find or sort those by it would tell what it holds.
 */
export function isReadableInEach(userAbility: Ability, { uid, field }: Field): boolean {
  const rules = userAbility.rulesFor(READ_CONTENT, uid);
  const hasField = (rule: Rule) => isAboutField(rule, field);
  const isForAll = ({ conditions }: Rule) => conditions === undefined;
  return rules.some((rule) => hasField(rule) && (isForAll(rule) || rules.every(hasField)));
}

/** Whether the person may change a field, or one in its component, in at least some records of a type. */
export const mayChangeField = (userAbility: Ability, { uid, field }: Field): boolean =>
  userAbility.rulesFor(UPDATE_CONTENT, uid).some((rule) => isAboutField(rule, field));

const isAboutField = ({ fields }: Rule, field: string): boolean =>
  fields === undefined || fields.some((name) => isWithin(field, name) || isWithin(name, field));

/**
 * How many of the rows that match `where`, of a database query, the person may read, change or publish in the content
 * manager.
 */
export async function countPermitted(
  strapi: Core.Strapi,
  userAbility: Ability,
  { uid, verb }: { uid: string; verb: 'read' | 'update' | 'publish' },
  where: object,
): Promise<number> {
  const checker = contentManager(strapi, 'permission-checker').create({ userAbility, model: uid });
  if (checker.cannot[verb]()) return 0;
  const { where: permitted = {} } = queryParams(strapi).transform(
    uid,
    await checker.sanitizedQuery[verb]({}),
  );
  return strapi.db.query(uid).count({ where: { $and: [permitted, where] } });
}

/**
 * The first part that is missing for reading every record of a type in a project, those that are yet to come too, with
 * all that the API shows of it: a right with a condition counts where the condition is about the project alone.
 * @returns undefined when nothing is missing; the type without a field when its records can't be read
 */
export function missingToReadAll(
  strapi: Core.Strapi,
  userAbility: Ability,
  uid: string,
  project: Project,
): Missing | undefined {
  const rules = userAbility
    .rulesFor(READ_CONTENT, uid)
    .filter(
      (rule) =>
        pathsInFilters(rule.conditions).every(([name = 'project']) => name === 'project') &&
        rule.matchesConditions({ project }),
    );
  if (rules.length === 0) return { uid };
  const attributes = attributesOf(strapi, uid);
  const isPublic = (field: string) => attributes[field.split('.')[0] ?? '']?.private !== true;
  const isRead = (field: string) =>
    rules.some(({ fields }) => fields === undefined || fields.some((name) => isWithin(field, name)));
  const field = roleFields(strapi, uid).find((name) => isPublic(name) && !isRead(name));
  return field === undefined ? undefined : { uid, field };
}

/** The paths of the attributes that filters name, in each form that Strapi takes. */
export function pathsInFilters(filters: unknown): string[][] {
  if (Array.isArray(filters)) return filters.flatMap(pathsInFilters);
  if (typeof filters !== 'object' || filters === null) return [];
  return Object.entries(filters).flatMap(([key, value]) => {
    const path = key.startsWith('$') ? [] : toPath(key);
    return [path, ...pathsInFilters(value).map((rest) => [...path, ...rest])];
  });
}
