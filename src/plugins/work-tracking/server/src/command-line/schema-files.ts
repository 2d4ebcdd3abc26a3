import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '@strapi/types';
import type { Attribute } from '../records/custom-fields';

/** An attribute as a schema has it. */
interface SchemaAttribute extends Attribute {
  /** The uid of a custom field; Strapi sets `type` to what it stores. */
  customField?: string;
  /** The name of the other side of a two-way relation, which owns it, or which this side owns. */
  mappedBy?: string;
  inversedBy?: string;
}

type SchemaAttributes = Readonly<Record<string, SchemaAttribute>>;

/** An attribute of a type or a component. */
export interface NextAttribute extends SchemaAttribute {
  name: string;
  /** Whether the schema's file has it; otherwise code adds it. */
  isInFile: boolean;
}

/** A content type or a component, as far as it is used here. */
interface Model {
  uid: string;
  attributes: SchemaAttributes;
  info: { singularName?: string };
  apiName?: string;
  plugin?: string;
  category?: string;
  __filename__?: string;
}

/** The attributes of a type or a component as the next build has them. */
export interface NextSchema {
  uid: string;
  /** The path of the schema relative to the application; null where only code defines it. */
  file: string | null;
  attributes: readonly NextAttribute[];
}

/** Every content type and component as the next build has it: a file may have changed since the last one. */
export const nextSchemas = (strapi: Core.Strapi): NextSchema[] =>
  [...Object.values(strapi.contentTypes), ...Object.values(strapi.components)].map((model) =>
    nextSchema(strapi, model as unknown as Model),
  );

function nextSchema(strapi: Core.Strapi, model: Model): NextSchema {
  const { app, dist } = strapi.dirs;
  const source = fileOf(app, model);
  const built = attributesIn(fileOf(dist, model));
  const written = attributesIn(source);
  const running = Object.entries(model.attributes).filter(
    ([name]) => !Object.hasOwn(built, name) && !Object.hasOwn(written, name),
  );
  return {
    uid: model.uid,
    file: existsSync(source) ? path.relative(app.root, source).replaceAll(path.sep, '/') : null,
    attributes: [
      ...Object.entries(written).map(([name, attribute]) => ({ ...attribute, name, isInFile: true })),
      ...running.map(([name, attribute]) => ({ ...attribute, name, isInFile: false })),
    ],
  };
}

/** Where the Content-Type Builder writes a type or a component. */
function fileOf(dirs: Core.Strapi['dirs']['app'], { info, apiName, plugin, category, ...model }: Model) {
  if (category !== undefined) return path.join(dirs.components, category, model.__filename__ ?? '');
  const parent = plugin === undefined ? [dirs.api, apiName ?? ''] : [dirs.extensions, plugin];
  return path.join(...parent, 'content-types', info.singularName ?? '', 'schema.json');
}

/** The attributes that a file has; none where there is no file, or where an extension leaves them as they are. */
function attributesIn(file: string): SchemaAttributes {
  if (!existsSync(file)) return {};
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { attributes?: SchemaAttributes };
  return schema.attributes ?? {};
}
