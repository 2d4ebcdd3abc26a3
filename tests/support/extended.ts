import decision from '../../src/plugins/work-tracking/server/src/content-types/decision/schema.json';
import project from '../../src/plugins/work-tracking/server/src/content-types/project/schema.json';
import ticket from '../../src/plugins/work-tracking/server/src/content-types/ticket/schema.json';

interface Schema {
  attributes: Record<string, object>;
  options: object;
}

const SCHEMAS: Record<string, Schema> = { ticket, decision, project };

/** The file in which the builder saves a type of the plugin. */
export const extensionOf = (type: string) => `extensions/work-tracking/content-types/${type}/schema.json`;

/** A type of the plugin as the builder saves it, with further attributes. */
export const extended = (type: string, attributes: Record<string, object>) => ({
  [extensionOf(type)]: { ...SCHEMAS[type]!, attributes: { ...SCHEMAS[type]!.attributes, ...attributes } },
});

/** A type of the application's own. */
export const CUSTOMER = {
  'api/customer/content-types/customer/schema.json': {
    kind: 'collectionType',
    collectionName: 'customers',
    info: { singularName: 'customer', pluralName: 'customers', displayName: 'Customer' },
    options: { draftAndPublish: true },
    attributes: { name: { type: 'string' } },
  },
};

/** A type of the application's own with drafts and locales, as content teams have them. */
export const ARTICLE = {
  'api/article/content-types/article/schema.json': {
    kind: 'collectionType',
    collectionName: 'articles',
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    options: { draftAndPublish: true },
    pluginOptions: { i18n: { localized: true } },
    attributes: {
      title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
      summary: { type: 'text' },
    },
  },
};

/** A type of the application's own that has one entry, and one whose entries have no title. */
export const UNTITLED = {
  'api/homepage/content-types/homepage/schema.json': {
    kind: 'singleType',
    collectionName: 'homepages',
    info: { singularName: 'homepage', pluralName: 'homepages', displayName: 'Homepage' },
    options: { draftAndPublish: false },
    attributes: { isOpen: { type: 'boolean' } },
  },
  'api/banner/content-types/banner/schema.json': {
    kind: 'collectionType',
    collectionName: 'banners',
    info: { singularName: 'banner', pluralName: 'banners', displayName: 'Banner' },
    options: { draftAndPublish: false },
    attributes: { isShown: { type: 'boolean' } },
  },
};

export const COMPONENTS = {
  'components/work/link.json': {
    collectionName: 'components_work_links',
    info: { displayName: 'Link' },
    options: {},
    attributes: {
      label: { type: 'string', required: true },
      url: { type: 'string' },
      note: { type: 'string', private: true },
      owner: { type: 'relation', relation: 'oneToOne', target: 'api::customer.customer' },
    },
  },
  'components/work/estimate.json': {
    collectionName: 'components_work_estimates',
    info: { displayName: 'Estimate' },
    options: {},
    attributes: {
      hours: { type: 'integer', min: 0 },
      links: { type: 'component', component: 'work.link', repeatable: true },
    },
  },
};

export const LINK = { type: 'component', component: 'work.link' };

/** One of each type that the builder offers. */
export const CUSTOM_FIELDS = {
  customer_tier: { type: 'enumeration', enum: ['gold', 'silver'] },
  summary: { type: 'string', minLength: 2, maxLength: 20, regex: '^[a-z ]+$' },
  contact: { type: 'email' },
  story: { type: 'text' },
  points: { type: 'integer', min: 0, max: 21 },
  serial: { type: 'biginteger' },
  weight: { type: 'float' },
  cost: { type: 'decimal' },
  billable: { type: 'boolean' },
  due: { type: 'date' },
  at: { type: 'time' },
  seen: { type: 'datetime' },
  extra: { type: 'json' },
  text: { type: 'blocks' },
  external: { type: 'string', unique: true },
  customer: { type: 'relation', relation: 'manyToOne', target: 'api::customer.customer' },
  watchers: { type: 'relation', relation: 'manyToMany', target: 'api::customer.customer' },
  related: { type: 'relation', relation: 'oneToMany', target: 'plugin::work-tracking.ticket' },
  attachment: { type: 'media', multiple: false },
  attachments: { type: 'media', multiple: true },
  link: LINK,
  estimate: { type: 'component', component: 'work.estimate' },
  zone: { type: 'dynamiczone', components: ['work.link', 'work.estimate'] },
  cost_center: { type: 'string', private: true },
  passphrase: { type: 'password' },
};
