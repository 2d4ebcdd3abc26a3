import type { Core } from '@strapi/types';
import { assertKnown, assertMethods } from './known';

type Row = Record<string, unknown>;

/** A person's permissions for the rows of a type, as the content manager has them. */
interface PermissionChecker {
  cannot: Record<'read' | 'create' | 'update' | 'publish', (row?: object | null, field?: string) => boolean>;
  validateQuery(query: object): Promise<void>;
  sanitizedQuery: Record<'read' | 'update' | 'publish', (query: object) => Promise<object>>;
  sanitizeOutput(row: object): Promise<Row>;
  sanitizeCreateInput(data: Row): Promise<Row>;
  sanitizeUpdateInput(row: object): (data: Row) => Promise<Row>;
}

/** An attribute in the content manager. */
export interface AttributeOf {
  type: string;
  customField?: string;
  relationType?: string;
}

/** How an attribute is shown in the form and in the list. */
export interface Metadata {
  edit: {
    label?: string;
    description?: string;
    placeholder?: string;
    editable?: boolean;
    mainField?: string;
  };
  list: { label?: string };
}

/** A field's place in the form, of which a row has 12. */
export interface Cell {
  name: string;
  size: number;
}

/** A configuration of a type's list and form, as the content manager stores it. */
export interface ContentConfiguration {
  settings: Record<string, unknown>;
  metadatas: Record<string, Metadata>;
  layouts: { list: string[]; edit: Cell[][] };
}

/** The services of the content manager, as far as they are used here. */
interface Services {
  'permission-checker': { create(request: { userAbility: unknown; model: string }): PermissionChecker };
  /** Finds the relations that a query refers to. */
  'populate-builder': (uid: string) => {
    populateFromQuery(query: object): { build(): Promise<Row | undefined> };
  };
  'content-types': {
    findContentType(uid: string): { attributes: Record<string, AttributeOf> };
    findConfiguration(type: { uid: string }): Promise<ContentConfiguration & { uid: string }>;
    updateConfiguration(type: { uid: string }, configuration: ContentConfiguration): Promise<unknown>;
  };
  /** The page of the application that shows an entry, where the application has one. */
  preview: { getPreviewUrl(uid: string, entry: object): Promise<string | undefined> };
  'preview-config': { isEnabled(): boolean; isConfigured(): boolean };
  'field-sizes': { getFieldSize(type: string): { default: number } };
}

export const contentManager = <Name extends keyof Services>(
  strapi: Core.Strapi,
  service: Name,
): Services[Name] => strapi.plugin('content-manager').service(service);

/** Strapi's translation of HTTP queries into database queries. */
interface QueryParams {
  transform(uid: string, query: object): { where?: Row };
}

export const queryParams = (strapi: Core.Strapi): QueryParams => strapi.get('query-params');

/** @param uid of any type @throws Error when one of the services is not as it was known */
export function checkContentManagerServices(strapi: Core.Strapi, uid: string): void {
  const name = (part: string) => `the content manager's ${part}`;
  const checkers = contentManager(strapi, 'permission-checker');
  assertMethods(strapi, name('permission-checker'), checkers, ['create']);
  const checker = checkers.create({ userAbility: {}, model: uid });
  assertMethods(strapi, name('permission-checker'), checker, [
    'validateQuery',
    'sanitizeOutput',
    'sanitizeCreateInput',
    'sanitizeUpdateInput',
  ]);
  assertMethods(strapi, name('permission-checker.cannot'), checker.cannot, [
    'read',
    'create',
    'update',
    'publish',
  ]);
  assertMethods(strapi, name('permission-checker.sanitizedQuery'), checker.sanitizedQuery, [
    'read',
    'update',
    'publish',
  ]);
  const populate = contentManager(strapi, 'populate-builder');
  assertKnown(strapi, name('populate-builder'), typeof populate === 'function');
  assertMethods(strapi, name('populate-builder'), populate(uid), ['populateFromQuery']);
  assertMethods(strapi, name('content-types'), contentManager(strapi, 'content-types'), [
    'findContentType',
    'findConfiguration',
    'updateConfiguration',
  ]);
  assertMethods(strapi, name('preview'), contentManager(strapi, 'preview'), ['getPreviewUrl']);
  assertMethods(strapi, name('preview-config'), contentManager(strapi, 'preview-config'), [
    'isEnabled',
    'isConfigured',
  ]);
  assertMethods(strapi, name('field-sizes'), contentManager(strapi, 'field-sizes'), ['getFieldSize']);
  assertMethods(strapi, "strapi.get('query-params')", queryParams(strapi), ['transform']);
}
