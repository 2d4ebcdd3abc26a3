import type { TestServer } from './server';

/** SQL for the values of each column, with `n` for the row's number from 0, which makes each row's own. */
type Columns = Readonly<Record<string, string>>;

export interface ManyRows {
  table: string;
  /** 100,000 at most. */
  count: number;
  columns: Columns;
}

/**
 * Fills tables by one statement each. In the SQL of a value, `text(…)` makes a number a text, and `ago(…)` is the time
 * so many seconds ago.
 */
export const insertManyRows = (server: TestServer, tables: readonly ManyRows[]): Promise<void> =>
  server.run(async (strapi, given) => {
    const knex = strapi.db.connection;
    const { client } = strapi.db.dialect as { client: 'sqlite' | 'postgres' | 'mysql' };
    const dialect = {
      sqlite: (sql: string) =>
        sql
          .replaceAll(/text\(([^()]*)\)/g, '($1)')
          .replaceAll(/ago\(([^()]*)\)/g, `(${Date.now()} - ($1) * 1000)`),
      postgres: (sql: string) =>
        sql
          .replaceAll(/text\(([^()]*)\)/g, '($1)::text')
          .replaceAll(/ago\(([^()]*)\)/g, "(now() - ($1) * interval '1 second')"),
      mysql: (sql: string) =>
        sql
          .replaceAll(/text\(([^()]*)\)/g, 'cast($1 as char)')
          .replaceAll(/ago\(([^()]*)\)/g, 'date_sub(now(3), interval ($1) second)'),
    }[client];
    const digit = `(select 0 as d ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((d) => `union all select ${d}`).join(' ')})`;
    const numbers = `(select a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d as n
      from ${digit} a cross join ${digit} b cross join ${digit} c cross join ${digit} e cross join ${digit} f) numbers`;
    for (const { table, count, columns } of given) {
      const stamps = { created_at: 'ago(n)', updated_at: 'ago(n)', published_at: 'ago(n)' };
      const all = Object.entries({ ...stamps, ...columns });
      const concat = (sql: string) =>
        client === 'mysql'
          ? sql.replaceAll(/'(\w+-)' \|\| (cast\(n[^()]* as char\))/g, "concat('$1', $2)")
          : sql;
      await knex.raw(
        `insert into ?? (${all.map(() => '??').join(', ')}) select ${all
          .map(([, sql]) => concat(dialect(sql)))
          .join(', ')} from ${numbers} where n < ${count} order by n desc`,
        [table, ...all.map(([column]) => column)],
      );
    }
  }, tables);
