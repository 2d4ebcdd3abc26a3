import { fileTicket, v1 } from '../support/api';
import { ARTICLES, inCode } from '../support/documents';
import { startAndBeKilled, type Kill } from '../support/killed-start';
import { startServer, type TestServer } from '../support/server';
import { startEditing } from './editors';

/** Leaves a database as it was while rows about entries held the numbers of the rows that they belong to. */
const leaveWithRowNumbers = (server: TestServer): Promise<void> =>
  server.run(async (strapi) => {
    const { connection } = strapi.db;
    const stored = strapi.store({ type: 'strapi', name: 'content_types' });
    const schemas = (await stored.get({ key: 'schema' })) as Record<
      string,
      { attributes: Record<string, object> }
    >;
    const number = { type: 'integer', required: true };
    const type = { type: 'enumeration', enum: ['ticket', 'decision'], required: true };
    const remove = async (uid: string, relations: string[], indexes: string[]) => {
      const { tableName } = strapi.db.metadata.get(uid);
      await connection.schema.alterTable(tableName, (table) => {
        for (const relation of relations) table.dropForeign([], `${tableName}_${relation}_id_fk`);
      });
      await connection.schema.alterTable(tableName, (table) => {
        for (const index of indexes) table.dropIndex([], index);
      });
      await connection.schema.alterTable(tableName, (table) => {
        for (const relation of relations) table.dropColumn(`${relation}_id`);
      });
      for (const relation of relations) delete schemas[uid]!.attributes[relation];
    };

    await connection.schema.alterTable('work_tracking_signatures', (table) => {
      table.integer('decision_row').notNullable().defaultTo(0).index('wt_signatures_decision_row_index');
    });
    await connection('work_tracking_signatures').update({ decision_row: connection.ref('decision_id') });
    await remove(
      'plugin::work-tracking.signature',
      ['decision'],
      ['work_tracking_signatures_decision_id_fk'],
    );
    schemas['plugin::work-tracking.signature']!.attributes.decisionRow = number;

    const references = 'work_tracking_content_references';
    await connection.schema.alterTable(references, (table) => {
      table.integer('target_row').notNullable().defaultTo(0);
      table.string('target_type').notNullable().defaultTo('ticket');
      table.index(['entry_id', 'target_type', 'target_row'], 'wt_content_entry_id_target_index');
      const inOrder = ['project_id', 'entry_id', 'target_type', 'created_at', 'target_row'];
      table.index(inOrder, 'wt_content_project_id_entry_created_at_target_index');
    });
    for (const name of ['ticket', 'decision']) {
      await connection(references)
        .whereNotNull(`${name}_id`)
        .update({ target_type: name, target_row: connection.ref(`${name}_id`) });
    }
    await remove(
      'plugin::work-tracking.content-reference',
      ['ticket', 'decision'],
      [
        'wt_content_project_id_entry_created_at_ticket_index',
        'wt_content_project_id_entry_created_at_decision_index',
        'wt_content_entry_id_ticket_index',
        'wt_content_entry_id_decision_index',
        `${references}_ticket_id_fk`,
        `${references}_decision_id_fk`,
      ],
    );
    const { attributes } = schemas['plugin::work-tracking.content-reference']!;
    Object.assign(attributes, { targetRow: number, targetType: type });

    await stored.set({ key: 'schema', value: schemas });
    await connection('strapi_migrations_internal').where({ name: 'work-tracking-04-row-numbers' }).delete();
    // Without it Strapi compares the tables themselves with the schemas.
    await connection('strapi_database_schema').delete();
  });

/** Where one start after the other is killed: some columns are renamed, some rows related, some columns dropped. */
const KILLS: Kill[] = [
  ['alter table .*\\btarget_row\\W.*kept_target_row', 1],
  ['update .*work_tracking_content_references', 2],
  ['drop column .kept_target_row', 1],
  ['drop column .kept_target_type', 1],
];

it.each([
  ['at once', []],
  ['at last, after starts that were killed in the middle of it', KILLS],
])(
  'a database whose rows about entries held row numbers comes up with what is about them, and the approvals, %s',
  async (_when, kills) => {
    const before = await startEditing('always');
    const id = await before.newArticle();
    const decision = await before.ask(id);
    await before.sign(decision, { verdict: 'approved' });
    const ticket = await fileTicket(before.api, { content: [{ type: ARTICLES, id, locale: null }] });
    await leaveWithRowNumbers(before.server);
    await before.server.stop();

    for (const kill of kills) await startAndBeKilled(before.server.database, kill, before.env);
    const server = await startServer({ database: before.server.database, env: before.env });
    try {
      const api = v1(server, before.api.token);
      const about = async (list: 'tickets' | 'decisions') =>
        (await api.get(`/${list}?content=${ARTICLES}:${id}`).expect(200)).body[list].map(
          (record: { id: string }) => record.id,
        );
      expect([await about('tickets'), await about('decisions')]).toEqual([[ticket.id], [decision]]);
      expect(await inCode(server, ARTICLES, 'publish', { documentId: id })).toBe(id);
      const left = await server.run(async (strapi) => {
        const has = (table: string, column: string) =>
          strapi.db.connection.schema.hasColumn(`work_tracking_${table}`, column);
        return [
          await has('signatures', 'kept_decision_row'),
          await has('content_references', 'kept_target_row'),
          await has('content_references', 'kept_target_type'),
        ];
      });
      expect(left).toEqual([false, false, false]);
      // It was about the entry, and takes with it what was signed of it.
      await api.delete(`/decisions/${decision}`).expect(200);
      const rows = await server.run(async (strapi) => [
        await strapi.db.query('plugin::work-tracking.signature').count(),
        await strapi.db.query('plugin::work-tracking.content-reference').count(),
      ]);
      expect(rows).toEqual([0, 1]);
    } finally {
      await server.destroy();
    }
  },
);
