import type { Core } from '@strapi/types';
import { RESERVED_NAMES } from '../../../domain/reserved-names';
import { INITIAL_TICKET_STATUS } from '../../../domain/ticket';
import { asBuilderSchema, builderSchema, extendType } from '../host/content-types';
import { isLocalizedType } from '../host/locales';
import type { Attribute, Attributes } from './custom-fields';

/** The parts of a content type's schema that a team can change in the builder. */
interface TypeSchema {
  options?: { draftAndPublish?: boolean };
  pluginOptions?: Record<string, object>;
  attributes: Record<string, Attribute & { configurable?: boolean }>;
  indexes?: { name: string }[];
}

/**
 * The builder saves the whole type in the application's extensions, and Strapi uses that file instead of the
 * plugin's. This restores what the service depends on: attributes and indexes of newer releases, and whatever was
 * deleted. The names of the custom fields are noted in the type's options.
 * @param schemas of the plugin's own content types, by singular name
 * @throws Error that names the file to mend, when an attribute was retyped or a name is taken
 */
export function restoreOwnAttributes(strapi: Core.Strapi, schemas: Record<string, object>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const own = schema as TypeSchema;
    extendType<TypeSchema>(strapi, `plugin::work-tracking.${name}`, (type) => {
      const extended = builderSchema(strapi, type);
      const problems = problemsOf(name, own, { type, extended });
      if (problems.length > 0) {
        throw new Error(
          `src/extensions/work-tracking/content-types/${name}/schema.json must be mended: ${problems.join(' ')}`,
        );
      }
      const added = addedNames(own.attributes, extended.attributes);
      return {
        ...restored(own, type),
        ...asBuilderSchema({ ...extended, ...restored(own, extended) }),
        pluginOptions: { ...type.pluginOptions, 'work-tracking': { customFields: added } },
      };
    });
  }
}

function restored(own: TypeSchema, { attributes, indexes = [] }: TypeSchema) {
  const owned = Object.entries(own.attributes).filter(
    // An attribute that a team can't configure is always the plugin's.
    ([name, { configurable }]) => !Object.hasOwn(attributes, name) || configurable === false,
  );
  const ownIndexes = own.indexes ?? [];
  const ownNames = ownIndexes.map((index) => index.name);
  return {
    attributes: { ...attributes, ...Object.fromEntries(owned.map(([name, one]) => [name, { ...one }])) },
    indexes: [...indexes.filter((index) => !ownNames.includes(index.name)), ...ownIndexes],
  };
}

const addedNames = (own: Attributes, extended: Attributes): string[] =>
  Object.keys(extended).filter((name) => !Object.hasOwn(own, name));

function problemsOf(
  typeName: string,
  own: TypeSchema,
  { type, extended }: { type: TypeSchema; extended: TypeSchema },
): string[] {
  return [
    ...(type.options?.draftAndPublish ? ['draft and publish must be off: every record counts.'] : []),
    ...(isLocalizedType(type) ? ['it must not be localized: a record has one version, and one event.'] : []),
    ...Object.entries(own.attributes).flatMap(([name, attribute]) =>
      isTakenByTeam(typeName, name, extended.attributes[name])
        ? [takenSentence(name)]
        : problemOfAttribute(name, attribute, extended.attributes[name]),
    ),
    ...(typeName === 'ticket' ? problemsOfState(extended.attributes.state) : []),
    ...addedNames(own.attributes, extended.attributes)
      .filter((name) => reservedNames(typeName).includes(name))
      .map(takenSentence),
  ];
}

const takenSentence = (name: string): string =>
  `"${name}" is a name that the API uses itself; call the attribute something else.`;

/** Attributes that came after the first release: until then a team could have a field of that name. */
const LATER_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  ticket: ['number', 'assignee', 'labels', 'dueAt', 'content'],
  decision: ['content'],
};

/** The builder marks what a plugin has locked, and no field that it makes itself. */
const isTakenByTeam = (typeName: string, name: string, now: TypeSchema['attributes'][string] | undefined) =>
  now !== undefined && now.configurable !== false && (LATER_ATTRIBUTES[typeName] ?? []).includes(name);

const reservedNames = (typeName: string): readonly string[] =>
  (RESERVED_NAMES as Record<string, readonly string[]>)[typeName] ?? [];

function problemOfAttribute(name: string, own: Attribute, now: Attribute | undefined): string[] {
  // Deleted, or newer than the file: it is restored.
  if (now === undefined) return [];
  if (now.type !== own.type) {
    return [`the service depends on "${name}": it must be of type ${own.type}, not ${now.type}.`];
  }
  if (now.target !== own.target || now.relation !== own.relation) {
    return [`the service depends on "${name}": it must be a ${own.relation} relation to ${own.target}.`];
  }
  return [];
}

/** A team may add statuses, but a new ticket is always open. */
function problemsOfState(state: Attribute | undefined): string[] {
  if (!state) return [];
  if (!state.enum?.includes(INITIAL_TICKET_STATUS)) {
    return [`"state" must keep the value ${INITIAL_TICKET_STATUS}, which every new ticket has.`];
  }
  if (state.default !== undefined && state.default !== null && state.default !== INITIAL_TICKET_STATUS) {
    return [`the default of "state" must be ${INITIAL_TICKET_STATUS}, which every new ticket has.`];
  }
  return [];
}
