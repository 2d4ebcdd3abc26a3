import type { StrapiApp } from '@strapi/strapi/admin';
import omit from 'lodash/omit';
import { isOwnType, OWN_TYPES, TICKET } from '../api/documents';
import { changeAnswer } from './endpoints';
import { changeByHook } from './hooks';
import { putOn } from './in-force';

/** The fields without which a new record is refused. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  project: ['key', 'name', 'ventureKey'],
  ticket: ['title', 'project', 'state', 'priority'],
  decision: ['title', 'project', 'state'],
  'webhook-subscription': ['url', 'project', 'eventTypes'],
};

/** The limits of values that the server judges, together with the rules that it alone knows. */
const LIMITS = ['required', 'minLength', 'maxLength', 'min', 'max', 'regex'];

/** The fields that the server judges in any case. Those of a content team keep Strapi's own check. */
const JUDGED: Readonly<Record<string, readonly string[]>> = {
  project: ['key', 'name', 'ventureKey'],
  ticket: ['title', 'type', 'effort'],
  decision: ['title', 'slug'],
  'webhook-subscription': ['url', 'eventTypes'],
};

/** The part that is added to the attributes of the plugin's types, since the content manager's hooks do not name the type. */
export interface OwnAttribute {
  /** The name of the type without its prefix. */
  ownType?: string;
  type?: string;
  /** A new record is refused without it. */
  isNeeded?: boolean;
}

interface ContentType {
  uid: string;
  attributes: Record<string, OwnAttribute>;
}

interface InitialData {
  contentTypes: ContentType[];
}

/** An answer of the server in which the panel finds its types. */
const SAMPLE = [{ data: { contentTypes: [{ uid: TICKET, attributes: {} }] } }];

/** A field of a form, and the form, with the parts that are used here. */
interface Field {
  name: string;
  type: string;
  attribute: OwnAttribute;
}
interface Form {
  layout: Field[][][];
}

/**
 * Lets the server judge the whole form at once. The content manager's own check of a form knows the limits in the schema
 * only, and sends nothing while it finds something: what the server alone knows would come after the next try. The body
 * of a ticket is edited as the Markdown that it is, in a column that was made for any text.
 */
export const letTheServerJudge = (app: Pick<StrapiApp, 'registerHook'>): void =>
  putOn('host.forms', () => {
    changeAnswer<InitialData>('host.forms', 'getInitialData', SAMPLE, (data) => ({
      ...data,
      contentTypes: data.contentTypes.map(withoutLimits),
    }));
    changeByHook<{ layout: Form }>(
      app,
      'host.forms',
      'Admin/CM/pages/EditView/mutate-edit-view-layout',
      ({ layout, ...others }) => ({ ...others, layout: withOwnFields(layout) }),
    );
  });

function withoutLimits(type: ContentType): ContentType {
  if (!isOwnType(type.uid)) return type;
  const name = type.uid.slice(OWN_TYPES.length);
  const { [name]: judged = [] } = JUDGED;
  const { [name]: needed = [] } = NEEDED;
  const attributes = Object.entries(type.attributes).map(([attribute, definition]) => [
    attribute,
    {
      ownType: name,
      ...(judged.includes(attribute) ? omit(definition, LIMITS) : definition),
      ...(needed.includes(attribute) ? { isNeeded: true } : {}),
    },
  ]);
  return { ...type, attributes: Object.fromEntries(attributes) as ContentType['attributes'] };
}

const withOwnFields = (form: Form): Form => ({
  ...form,
  layout: form.layout.map((panel) => panel.map((row) => row.map(ownField))),
});

function ownField(field: Field): Field {
  const { name, attribute } = field;
  // The marks come from the limits that were taken away, and a relation has none in any case.
  const marked = attribute.isNeeded ? { ...field, required: true } : field;
  const isMarkdown = attribute.ownType === 'ticket' && name === 'body';
  return isMarkdown ? { ...marked, type: 'richtext', attribute: { ...attribute, type: 'richtext' } } : marked;
}
