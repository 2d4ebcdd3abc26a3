import type { Core } from '@strapi/types';
import type { Changes } from '../../../domain/events';
import type { Change } from '../events/outbox';
import type { Project } from '../records/project';
import type { InProject, StoredRow } from './rows';

type Values = Record<string, unknown>;

/**
 * Judges what is given for a field; undefined when nothing is given for a new record.
 * @returns what is stored in its place; undefined when it is stored as it is given
 * @throws WorkTrackingError
 */
export type FieldRule = (given: unknown) => unknown;

/** The rules of a type by the field, in the order in which they are applied. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

/**
 * The rules that each look at one field. Every write applies them, and a refused form is told all that they refuse.
 * @param before the record as it is stored; null for a new one
 */
export type FieldRulesOf<Row> = (strapi: Core.Strapi, before: Row | null) => FieldRules;

/** What a type says of itself to `write/write.ts`. */
export interface TypeRules<Row extends StoredRow = StoredRow> {
  /** In sentences: "tickets". */
  plural: string;
  fields(strapi: Core.Strapi, before: Row | null): FieldRules;
}

/**
 * The rules of records that belong to a project. A write asks them in the order in which they stand here; `before` is
 * the record as it is stored, under its lock, and null for a new one.
 */
export interface RecordRules<Row extends StoredRow = StoredRow> extends TypeRules<Row> {
  target: 'ticket' | 'decision' | 'subscription';

  /** The attributes that a copy starts with, like any new record, instead of the original's values. */
  fresh: Values;

  /** @returns what else a copy is given, when it is made with `data` */
  forCopy?(strapi: Core.Strapi, data: Values, original: InProject<Row>): Promise<Values>;

  /** Brings what forms and code give in other forms into the one that is stored. */
  readGiven?(strapi: Core.Strapi, data: Values, before: InProject<Row> | null): void | Promise<void>;

  /** The columns with the time of the last change, of a type that counts versions. */
  times?: readonly string[];

  /** Rules of the change as a whole that come before those of its fields. */
  judge?(strapi: Core.Strapi, data: Values, before: InProject<Row> | null): void;

  /**
   * Rules of several fields, and what the service sets itself.
   * @param projectId row id
   */
  complete(
    strapi: Core.Strapi,
    data: Values,
    before: InProject<Row> | null,
    projectId: number,
  ): void | Promise<void>;

  /** What is stored beside the row, once that is written. */
  follow?(strapi: Core.Strapi, project: Project, after: Row, before: Row | null): Promise<void>;

  /** The public record. */
  record(strapi: Core.Strapi, row: Row, project: Project): Record<string, unknown>;

  /** Whether a change may leave a record larger that is too large already. */
  mayGrow?(before: Row, after: Row): boolean;

  /** How the change is recorded. */
  change(written: WrittenRecord<Row>): Omit<Change, 'project' | 'target'>;

  /** What is deleted beside the row, before it. */
  remove(strapi: Core.Strapi, row: InProject<Row>): Promise<unknown>;

  /** `moveDeliveries` of the change that deletes the row. */
  deliveriesOfDeleted?(strapi: Core.Strapi, row: Row): Promise<void>;
}

/** A record that was created or changed. */
export interface WrittenRecord<Row> {
  strapi: Core.Strapi;
  before: Row | null;
  after: Row;
  record: Record<string, unknown>;
  /** The fields in which the public record differs from the one before; none of a new one. */
  changes: Changes;
}

/** For a field that a new record can do without. */
export const optional =
  (rule: FieldRule): FieldRule =>
  (given) =>
    given === undefined ? undefined : rule(given);

/** For a field that may keep its value, though the rule would refuse that by now. */
export const unlessKept =
  <Row extends object>(before: Row | null, name: keyof Row, rule: FieldRule): FieldRule =>
  (given) =>
    before !== null && given === before[name] ? undefined : rule(given);

/**
 * Puts what is given for fields into the form in which it is stored: of a new record all of them, of a change those
 * that are given.
 * @throws WorkTrackingError of the first rule that is broken
 */
export function storeFields(rules: FieldRules, data: Values, isNew: boolean): void {
  for (const [name, rule] of Object.entries(rules)) {
    if (!isNew && data[name] === undefined) continue;
    const stored = rule(data[name]);
    if (stored !== undefined) data[name] = stored;
  }
}
