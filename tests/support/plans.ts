import type { TestServer } from './server';
import type { Statement } from './statements';

/** The indexes by which the database would find the rows of a table in this statement; `none` where it reads all. */
export const indexesOf = (server: TestServer, table: string, statement: Statement): Promise<string[]> =>
  server.run(
    async (strapi, { of, sql, bindings }) => {
      const { client } = strapi.db.dialect;
      const kind = { sqlite: 'explain query plan', postgres: 'explain (format json)', mysql: 'explain' }[
        client
      ];
      const answer: unknown = await strapi.db.connection.raw(
        `${kind} ${sql.replace(/\$\d+/g, '?')}`,
        bindings as never,
      );
      if (client === 'sqlite') {
        const details = (answer as { detail: string }[]).map(({ detail }) => detail);
        const alias = new RegExp(`\`${of}\` as \`(\\w+)\``).exec(sql)?.[1] ?? of;
        return details
          .filter((detail) => new RegExp(`^(SCAN|SEARCH) (${alias}|${of})\\b`).test(detail))
          .map((detail) => /INTEGER PRIMARY KEY|INDEX (\w+)/.exec(detail))
          .map((found) => found?.[1] ?? (found ? 'primary key' : 'none'));
      }
      if (client === 'mysql') {
        const [rows] = answer as [{ table: string | null; key: string | null }[]];
        // Without a table: it has looked by a unique index, and there is no such row any more.
        return rows.map(({ table, key }) =>
          table === null ? 'unique index' : key === 'PRIMARY' ? 'primary key' : (key ?? 'none'),
        );
      }
      interface Node {
        'Relation Name'?: string;
        'Index Name'?: string;
        'Node Type': string;
        Plans?: Node[];
      }
      const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
      const { rows } = answer as { rows: { 'QUERY PLAN': { Plan: Node }[] }[] };
      return rows
        .flatMap((row) => nodes(row['QUERY PLAN'][0]!.Plan))
        .filter((node) => node['Index Name'] ?? node['Node Type'] === 'Seq Scan')
        .map((node) => node['Index Name']?.replace(/^.*_pkey$/, 'primary key') ?? 'none');
    },
    { of: table, ...statement },
  );

/**
 * Makes `2 ** doublings` copies of a table's last row, with document ids of their own, and slugs and numbers where it has
 * any.
 */
export const multiply = (server: TestServer, table: string, doublings: number): Promise<void> =>
  server.run(
    async (strapi, { of, times }) => {
      const knex = strapi.db.connection;
      const { id: _, ...last } = await knex(of).orderBy('id', 'desc').first();
      const columns = Object.keys(last);
      const isMysql = strapi.db.dialect.client === 'mysql';
      await knex(of).insert({
        // MariaDB's driver reads JSON.
        ...Object.fromEntries(
          Object.entries(last).map(([name, value]) => [
            name,
            Array.isArray(value) ? JSON.stringify(value) : value,
          ]),
        ),
        document_id: 'copy',
        ...('slug' in last ? { slug: 'copy' } : {}),
        ...('number' in last ? { number: last.number + 1 } : {}),
      });
      for (let step = 0; step < times; step += 1) {
        const values = columns.map((column) => {
          if (column === 'number') return knex.raw('?? + ?', [column, 2 ** step]);
          if (column !== 'document_id' && column !== 'slug') return knex.ref(column);
          return knex.raw(isMysql ? 'concat(??, ?)' : '?? || ?', [column, `-${step}`]);
        });
        await knex(knex.raw('?? (??)', [of, columns]) as never).insert(
          knex(of)
            .select(values as never)
            .where('document_id', 'like', 'copy%') as never,
        );
      }
    },
    { of: table, times: doublings },
  );

/** Lets the planner know how many rows there are, and what is in them. */
export const gatherStatistics = (server: TestServer, table: string): Promise<void> =>
  server.run(async (strapi, of) => {
    const kind = strapi.db.dialect.client === 'mysql' ? 'analyze table' : 'analyze';
    await strapi.db.connection.raw(`${kind} ??`, [of]);
  }, table);
