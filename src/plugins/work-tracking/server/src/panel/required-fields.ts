import type { Core } from '@strapi/types';
import isEmpty from 'lodash/isEmpty';
import pickBy from 'lodash/pickBy';
import { contentManager } from '../host/content-manager-services';
import { z } from '../host/strapi-utils';
import { requiredCustomFields, type Attributes } from '../records/custom-fields';
import { DECISION, PROJECT, TICKET } from '../uids';
import { contentAccess } from './content-access';
import { panelRoute } from './route';

/** A field that a content team has added, as it is asked for outside of the content manager's form. */
export interface AskedField {
  name: string;
  /** As it is called in the content manager's form. */
  label: string;
  /** Strapi's name of the attribute's type. */
  type: string;
  /** Whether it can be asked for; parts, files and rich text in blocks need the form of the content manager. */
  isAskable: boolean;
  /** The values of an enumeration. */
  values?: readonly string[];
  maxLength?: number;
  /** Whether the content manager's form is set to show it only. */
  isLocked?: boolean;
}

const NEED_THE_FORM = ['media', 'relation', 'component', 'dynamiczone', 'blocks', 'password'];

export const isAskable = ({ type }: { type: string }): boolean => !NEED_THE_FORM.includes(type);

/** These fields of a type, in their order, as they are asked for. */
export async function askedFields(
  strapi: Core.Strapi,
  uid: string,
  attributes: Attributes,
): Promise<AskedField[]> {
  if (isEmpty(attributes)) return [];
  const { metadatas } = await contentManager(strapi, 'content-types').findConfiguration({ uid });
  return Object.entries(attributes).map(([name, attribute]) => ({
    name,
    label: metadatas[name]?.edit.label ?? name,
    type: attribute.type,
    isAskable: isAskable(attribute),
    ...(attribute.enum && { values: attribute.enum }),
    ...(attribute.maxLength !== undefined && { maxLength: attribute.maxLength }),
    ...(metadatas[name]?.edit.editable === false && { isLocked: true }),
  }));
}

/** The names of the fields that a dialog asks for, and without which it can't create a record of the type. */
export const requiredNames = (strapi: Core.Strapi, uid: string): string[] =>
  Object.keys(pickBy(requiredCustomFields(strapi, uid), isAskable));

/** The schema of what a dialog sends for them: the rules of the type judge the values. */
export const requiredFieldInputs = (strapi: Core.Strapi, uid: string) =>
  z
    .strictObject(
      Object.fromEntries(requiredNames(strapi, uid).map((name) => [name, z.unknown().optional()])),
    )
    .optional();

/** The dialogs that make records, by the type of these. */
const DIALOGS = {
  ticket: { uid: TICKET, dialog: 'New ticket', records: 'tickets' },
  decision: { uid: DECISION, dialog: 'Ask for sign-off', records: 'decisions' },
  project: { uid: PROJECT, dialog: 'New project', records: 'projects' },
};

const typeQuery = () => z.strictObject({ type: z.enum(['ticket', 'decision', 'project']) });

/** What a dialog asks for, of a type whose records the person may create. */
export const requiredFieldRoutes = [
  panelRoute({
    method: 'GET',
    path: '/required-fields',
    action: (strapi, admin) =>
      Object.values(DIALOGS).some(({ uid }) => contentAccess(strapi, admin, uid).canCreate()),
    query: typeQuery,
    async handle({ strapi, admin, query: { type } }) {
      const { uid } = DIALOGS[type];
      const mayCreate = contentAccess(strapi, admin, uid).canCreate();
      const required = requiredCustomFields(strapi, uid);
      return { data: mayCreate ? await askedFields(strapi, uid, required) : [] };
    },
  }),
];

/** Says at the start which dialogs ask for more than they do of themselves, and which can't. */
export function tellOfRequiredFields(strapi: Core.Strapi): void {
  for (const { uid, dialog, records } of Object.values(DIALOGS)) {
    const fields = Object.entries(requiredCustomFields(strapi, uid));
    const named = (areAskable: boolean) =>
      fields
        .filter(([, attribute]) => isAskable(attribute) === areAskable)
        .map(([name, { type }]) => `${name} (${type})`)
        .join(', ');
    if (named(true) !== '') {
      strapi.log.info(`The dialog "${dialog}" asks for what ${records} require: ${named(true)}.`);
    }
    if (named(false) !== '') {
      strapi.log.warn(
        `The dialog "${dialog}" can't ask for what ${records} require: ${named(false)}. They are made in the form of ` +
          'the Content Manager, unless these fields have a default or are not required.',
      );
    }
  }
}
