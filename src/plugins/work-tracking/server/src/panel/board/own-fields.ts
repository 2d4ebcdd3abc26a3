import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import pickBy from 'lodash/pickBy';
import { readJsonText } from '../../../../domain/json-text';
import { roleFields } from '../../host/admin-services';
import { z, type RawIssue, type ZodType } from '../../host/strapi-utils';
import { customFields, fieldValue, type Attribute } from '../../records/custom-fields';
import { plainInput } from '../../records/plain-inputs';
import type { Ticket } from '../../records/ticket';
import { TICKET } from '../../uids';
import type { ContentAccess } from '../content-access';
import { askedFields, isAskable, type AskedField } from '../required-fields';
import type { Administrator } from '../route';
import { blocksText } from '../sign-off/blocks-text';
import { jsonText } from '../sign-off/content-parts';
import { describeEntries, type DescribedEntry } from '../work/entries';

/** A field that a content team has added, in an open ticket. */
export interface OwnField extends AskedField {
  isRequired: boolean;
  /** JSON, files and rich text in blocks are text; null for none, left out where only the form shows it. */
  value?: unknown;
  /** Of a relation: the first of the entries, as far as the person may read them. */
  entries?: DescribedEntry[];
  /** Of a relation: how many entries there are beside those. */
  others?: number;
}

/** Entries of a relation that are named; the form has all. */
const MAX_NAMED = 20;

/** The fields of a content team that the person may read, in the order of the type; of a password nothing but its name. */
export async function ownFields(
  strapi: Core.Strapi,
  admin: Administrator,
  access: ContentAccess,
  ticket: Ticket,
): Promise<OwnField[]> {
  const attributes = customFields(strapi, TICKET);
  const visible = await access.visible(ticket, Object.keys(attributes));
  const shown = pickBy(
    attributes,
    ({ type }, name) => Object.hasOwn(visible, name) || (type === 'password' && access.canRead(name)),
  );
  const asked = await askedFields(strapi, TICKET, shown);
  return Promise.all(
    asked.map(async (field) => {
      const attribute: Attribute = attributes[field.name] ?? field;
      const value = fieldValue(strapi, attribute, ticket[field.name as keyof Ticket]);
      return {
        ...field,
        isRequired: attribute.required === true,
        ...(await shownAs(strapi, admin, attribute, value)),
      };
    }),
  );
}

/** The names of those that the person may change, of a component a part at least: what can't be asked for, in the form. */
export function editableFields(
  strapi: Core.Strapi,
  access: ContentAccess,
  ticket: Ticket,
  fields: readonly OwnField[],
): string[] {
  const changed = roleFields(strapi, TICKET).filter((path) => access.canChange(ticket, path));
  return fields
    .filter(({ name, isLocked }) => !isLocked && changed.some((path) => path.split('.')[0] === name))
    .map(({ name }) => name);
}

async function shownAs(
  strapi: Core.Strapi,
  admin: Administrator,
  { type, target = '' }: Attribute,
  value: unknown,
): Promise<Partial<OwnField>> {
  switch (type) {
    case 'password':
    case 'component':
    case 'dynamiczone':
      return {};
    case 'relation': {
      const ids = value === null ? [] : ([value].flat() as string[]);
      const references = ids.slice(0, MAX_NAMED).map((id) => ({ type: target, id, locale: null }));
      const described = await describeEntries(strapi, admin, references);
      const entries = described.filter(({ state }) => state === 'readable');
      return { entries, others: ids.length - entries.length };
    }
    case 'media': {
      const files = value === null ? [] : ([value].flat() as { name: string }[]);
      return { value: files.map(({ name }) => name).join('\n') || null };
    }
    case 'blocks':
      return { value: blocksText(value) || null };
    case 'json':
      return { value: value === null ? null : jsonText(value) };
    default:
      return { value };
  }
}

/** The schema of new values: what v1 takes, JSON as its text. Strapi says of a value besides that it is not unique. */
export const ownFieldInputs = (strapi: Core.Strapi) =>
  z
    .strictObject(
      mapValues(pickBy(customFields(strapi, TICKET), isAskable), (attribute, name) =>
        inputOf(strapi, name, attribute).optional(),
      ),
    )
    .optional();

function inputOf(strapi: Core.Strapi, name: string, attribute: Attribute): ZodType {
  const { type, required = false } = attribute;
  const input = plainInput(strapi, attribute);
  return z.unknown().transform((given, context) => {
    if (given === null && !required) return null;
    const value = type === 'json' && typeof given === 'string' ? readJsonText(name, given) : given;
    const { success, data, error } = input.safeParse(value, { error: sentenceOf });
    // Handed on as text, in which numbers that lose digits are still to be seen.
    if (success) return type === 'json' ? given : data;
    const message = given === null ? NEEDED : error.issues[0]?.message;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

const NEEDED = 'This field needs a value.';

/** What is wrong with a value, for a person; undefined where the schema has a sentence of its own. */
function sentenceOf(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return 'This must be a whole number.';
      return issue.expected === 'number' ? 'This must be a number, such as 1.5.' : undefined;
    case 'too_small':
      return issue.origin === 'string'
        ? `At least ${issue.minimum} characters.`
        : `At least ${issue.minimum}.`;
    case 'too_big':
      return issue.origin === 'string' ? `At most ${issue.maximum} characters.` : `At most ${issue.maximum}.`;
    case 'invalid_format':
      return issue.format === 'email'
        ? 'This is no e-mail address.'
        : `This has to match the pattern ${issue.pattern}.`;
    default:
      return undefined;
  }
}
