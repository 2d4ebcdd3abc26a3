import { servedByStrapi } from '../support/host';

/** A type of the application's own that has one entry, with drafts and without locales. */
export const FRONT = 'api::front.front';

export const FRONT_FILES = {
  'api/front/content-types/front/schema.json': {
    kind: 'singleType',
    collectionName: 'fronts',
    info: { singularName: 'front', pluralName: 'fronts', displayName: 'Front' },
    options: { draftAndPublish: true },
    attributes: { title: { type: 'string' } },
  },
  ...servedByStrapi('front'),
};
