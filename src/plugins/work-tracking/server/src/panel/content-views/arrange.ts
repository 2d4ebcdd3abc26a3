import { type Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import {
  contentManager,
  type ContentConfiguration,
  type AttributeOf,
  type Cell,
  type Metadata,
} from '../../host/content-manager-services';
import { CONTENT_VIEWS, type ContentView } from './views';

const PAGE_SIZE = 20;

/** The field by which a related record is shown: short, and different for each record. */
const RELATION_FIELDS: Record<string, string> = {
  project: 'key',
  delivery: 'eventType',
  assignee: 'firstname',
};

/**
 * Applies a view to a configuration. Attributes that the view does not name come after the rest, in the order that they
 * have, but before a last row of JSON.
 */
function withView(
  { settings, metadatas, layouts }: ContentConfiguration,
  view: ContentView,
  attributes: Record<string, AttributeOf>,
): ContentConfiguration {
  const exists = (name: string) => Object.hasOwn(attributes, name);
  const [sortBy, sortOrder] = view.sort;
  const rows = view.edit.map((row) =>
    Object.entries(row)
      .map(([name, size]): Cell => ({ name, size }))
      .filter(({ name }) => exists(name)),
  );
  const arranged = new Set([...rows.flat().map(({ name }) => name), ...(view.hidden ?? [])]);
  const others = layouts.edit.map((row) => row.filter(({ name }) => !arranged.has(name)));
  const isJson = ({ name }: Cell) => attributes[name]?.type === 'json';
  const json = rows.at(-1)?.every(isJson) ? rows.slice(-1) : [];
  const edit = [...rows.slice(0, rows.length - json.length), ...others, ...json];
  return {
    settings: {
      ...settings,
      pageSize: PAGE_SIZE,
      mainField: exists(view.mainField) ? view.mainField : settings.mainField,
      ...(exists(sortBy) ? { defaultSortBy: sortBy, defaultSortOrder: sortOrder } : {}),
    },
    metadatas: Object.fromEntries(
      Object.entries(metadatas).map(([name, metadata]) => [name, withLabel(metadata, name, view)]),
    ),
    layouts: { list: view.list.filter(exists), edit: edit.filter((row) => row.length > 0) },
  };
}

function withLabel({ edit, list }: Metadata, name: string, view: ContentView): Metadata {
  const label = view.labels[name];
  if (label === undefined) return { edit, list };
  const isReadOnly = view.readOnly === 'all' || view.readOnly.includes(name);
  const relationField = edit.mainField === undefined ? undefined : RELATION_FIELDS[name];
  return {
    edit: {
      ...edit,
      label,
      editable: !isReadOnly,
      ...(relationField === undefined ? {} : { mainField: relationField }),
    },
    list: { ...list, label },
  };
}

/** Whether two configurations are the same, but for attributes that were added or removed since. */
function isSameArrangement(current: ContentConfiguration, last: ContentConfiguration): boolean {
  const isShared = (name: string) =>
    Object.hasOwn(current.metadatas, name) && Object.hasOwn(last.metadatas, name);
  const shared = ({ settings, metadatas, layouts }: ContentConfiguration) => ({
    settings,
    metadatas: Object.fromEntries(Object.entries(metadatas).filter(([name]) => isShared(name))),
    list: layouts.list.filter(isShared),
    edit: layouts.edit.map((row) => row.filter(({ name }) => isShared(name))).filter((row) => row.length > 0),
  });
  return isEqual(shared(current), shared(last));
}

/** The settings that Strapi generates for every type, among others. */
const GENERATED_SETTINGS = {
  bulkable: true,
  filterable: true,
  searchable: true,
  pageSize: 10,
  defaultSortOrder: 'ASC',
};
const GENERATED_COLUMNS = 4;
const NOT_LISTED = ['json', 'password', 'richtext', 'dynamiczone', 'blocks'];
const NOT_EDITED = ['id', 'documentId', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'publishedAt'];

/** Attributes that came after the first release; Strapi has added them at the end. */
const ADDED = [
  'newSecret',
  'failingSince',
  'targetId',
  'number',
  'assignee',
  'labels',
  'dueAt',
  'content',
  'seq',
  'details',
];

/**
 * Whether a configuration is as Strapi generates it for a new type: every attribute under its own name, the first few
 * as columns, all of them in the form.
 */
function isAsGenerated(
  strapi: Core.Strapi,
  { settings, metadatas, layouts }: ContentConfiguration,
  attributes: Record<string, AttributeOf>,
): boolean {
  const names = Object.keys(attributes).filter((name) => !ADDED.includes(name));
  const mainField = names.find((name) => attributes[name]?.type === 'string') ?? 'id';
  const columns = Object.keys(attributes).filter(
    (name) => name !== 'documentId' && !NOT_LISTED.includes(attributes[name]?.type ?? ''),
  );
  const edited = layouts.edit.flat().filter(({ name }) => !ADDED.includes(name));
  return (
    Object.entries(GENERATED_SETTINGS).every(([name, value]) => settings[name] === value) &&
    settings.mainField === mainField &&
    settings.defaultSortBy === mainField &&
    Object.entries(metadatas).every(([name, metadata]) => isUnlabelled(name, metadata)) &&
    isEqual(layouts.list, columns.slice(0, GENERATED_COLUMNS)) &&
    isEqual(
      edited,
      names
        .filter((name) => !NOT_EDITED.includes(name))
        .map((name) => ({ name, size: generatedSize(strapi, attributes[name]) })),
    )
  );
}

const isUnlabelled = (name: string, { edit, list }: Metadata): boolean =>
  list.label === name &&
  (edit.label ?? name) === name &&
  !edit.description &&
  !edit.placeholder &&
  edit.editable !== false;

const generatedSize = (strapi: Core.Strapi, attribute: AttributeOf | undefined): number =>
  contentManager(strapi, 'field-sizes').getFieldSize(attribute?.type ?? 'string').default;

/**
 * Arranges the content manager's lists and forms of the plugin's types, also after an upgrade. It leaves alone what a
 * person has arranged: a type is arranged only while it is as Strapi generated it, or as it was last arranged here,
 * which is stored for that comparison. Must run after the content manager's own bootstrap.
 */
export async function arrangeContentManager(strapi: Core.Strapi): Promise<void> {
  for (const [uid, view] of Object.entries(CONTENT_VIEWS)) await arrange(strapi, uid, view);
}

async function arrange(strapi: Core.Strapi, uid: string, view: ContentView): Promise<void> {
  const contentTypes = contentManager(strapi, 'content-types');
  const store = strapi.store({ type: 'plugin', name: 'work-tracking', key: `content_view::${uid}` });
  const { attributes } = contentTypes.findContentType(uid);
  const { uid: _uid, ...current } = await contentTypes.findConfiguration({ uid });
  const last = (await store.get({})) as ContentConfiguration | null;
  const isUntouched =
    isAsGenerated(strapi, current, attributes) || (last !== null && isSameArrangement(current, last));
  if (!isUntouched) return;

  const arranged = withView(current, view, attributes);
  if (!isEqual(arranged, current)) await contentTypes.updateConfiguration({ uid }, arranged);
  if (!isEqual(arranged, last)) await store.set({ value: arranged });
}
