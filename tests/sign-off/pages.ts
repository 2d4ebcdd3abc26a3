import { COMPONENTS, CUSTOMER, CUSTOM_FIELDS } from '../support/extended';

export const PAGES = 'api::page.page';
export const SECTIONS = 'api::section.section';
export const HOME = 'api::home.home';

const relation = (kind: string, target: string, side: object = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...side,
});

/** A type with one of each attribute that the builder offers, one on the other side of a relation, and a single type. */
export const FILES = {
  ...COMPONENTS,
  ...CUSTOMER,
  'api/page/content-types/page/schema.json': {
    kind: 'collectionType',
    collectionName: 'pages',
    info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
    options: { draftAndPublish: true },
    pluginOptions: { i18n: { localized: true } },
    attributes: {
      ...CUSTOM_FIELDS,
      title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
      slug: { type: 'uid' },
      body: { type: 'richtext' },
      related: relation('oneToMany', 'api::customer.customer'),
      customer: relation('oneToOne', 'api::customer.customer'),
      section: relation('manyToOne', SECTIONS, { inversedBy: 'pages' }),
      estimates: { type: 'component', component: 'work.estimate', repeatable: true },
    },
  },
  'api/home/content-types/home/schema.json': {
    kind: 'singleType',
    collectionName: 'homes',
    info: { singularName: 'home', pluralName: 'homes', displayName: 'Home' },
    options: { draftAndPublish: true },
    attributes: { title: { type: 'string' } },
  },
  'api/section/content-types/section/schema.json': {
    kind: 'collectionType',
    collectionName: 'sections',
    info: { singularName: 'section', pluralName: 'sections', displayName: 'Section' },
    options: { draftAndPublish: true },
    attributes: {
      title: { type: 'string' },
      pages: relation('oneToMany', PAGES, { mappedBy: 'section' }),
    },
  },
};
