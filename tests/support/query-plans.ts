import type { TestServer } from './server';

/** A statement that was sent to the database, and what it does there that costs more the more there is. */
export interface Plan {
  sql: string;
  /** `scan of …` for a table of which every row is read, `sort of …` for rows that are sorted. */
  costs: string[];
  /** The indexes that it uses. */
  indexes: string[];
}

/** Remembers the statements of the application from now on. */
export const rememberStatements = (server: TestServer): Promise<void> =>
  server.run((strapi) => {
    const statements = new Map<string, unknown[]>();
    strapi.db.connection.on('query', ({ sql, bindings }: { sql: string; bindings?: unknown[] }) => {
      if (/^(select|update|delete)\b/.test(sql) && !statements.has(sql)) statements.set(sql, bindings ?? []);
    });
    Object.assign(globalThis, { statements });
  });

/**
 * The plans of the remembered statements that read one of these tables.
 * @param few rows that may be sorted
 */
export const plansOf = (server: TestServer, tables: readonly string[], few: number): Promise<Plan[]> =>
  server.run(
    async (strapi, { large, sorted }) => {
      const { statements } = globalThis as unknown as { statements: Map<string, unknown[]> };
      const { client } = strapi.db.dialect as { client: 'sqlite' | 'postgres' | 'mysql' };
      interface Node {
        'Node Type': string;
        'Relation Name'?: string;
        'Index Name'?: string;
        'Plan Rows': number;
        'Total Cost': number;
        Plans?: Node[];
      }
      const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
      /** The scans that a limit ends early, as it does where a value is common. */
      const endedScans = (nodes: readonly Node[]) =>
        new Set(
          nodes
            .filter((node) => node['Node Type'] === 'Limit')
            .flatMap((limit) =>
              (limit.Plans ?? []).filter((scan) => limit['Total Cost'] < scan['Total Cost'] / 10),
            ),
        );
      const isLarge = (name: string | null | undefined) => typeof name === 'string' && large.includes(name);
      const read = {
        sqlite: (sql: string, answer: { id: number; parent: number; detail: string }[]) => {
          const nameOf = (alias: string) =>
            new RegExp(`\`(\\w+)\` as \`?${alias}\`?(?!\\w)`).exec(sql)?.[1] ?? alias;
          const costs: string[] = [];
          const indexes: string[] = [];
          for (const { detail } of answer) {
            const [, how, alias, index] = /^(SCAN|SEARCH) (\S+)(?:.*USING.* INDEX (\w+))?/.exec(detail) ?? [];
            if (index !== undefined) indexes.push(index);
            // In the order of an index, a limit ends it.
            const isEnded = (index !== undefined || sql.includes('order by')) && sql.includes(' limit ');
            if (how === 'SCAN' && alias !== undefined && isLarge(nameOf(alias)) && !isEnded) {
              costs.push(`scan of ${nameOf(alias)}`);
            }
            if (detail.includes('FOR ORDER BY')) costs.push('sort');
          }
          return { costs, indexes };
        },
        postgres: (_sql: string, answer: { rows: { 'QUERY PLAN': { Plan: Node }[] }[] }) => {
          const nodes = answer.rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0]!.Plan));
          const ended = endedScans(nodes);
          const scans = nodes.filter(
            (node) => node['Node Type'] === 'Seq Scan' && isLarge(node['Relation Name']) && !ended.has(node),
          );
          const sorts = nodes.filter(
            (node) =>
              node['Node Type'] === 'Sort' &&
              Math.max(...(node.Plans ?? []).map((n) => n['Plan Rows'])) > sorted,
          );
          return {
            costs: [...scans.map((node) => `scan of ${node['Relation Name']}`), ...sorts.map(() => 'sort')],
            indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
          };
        },
        mysql: (
          sql: string,
          [answer]: {
            table: string | null;
            type: string | null;
            key: string | null;
            rows: number | null;
            Extra: string | null;
          }[][],
        ) => {
          const nameOf = (alias: string) =>
            new RegExp(`\`(\\w+)\` as \`?${alias}\`?(?!\\w)`).exec(sql)?.[1] ?? alias;
          const costs: string[] = [];
          const indexes: string[] = [];
          for (const { table, type, key, rows, Extra } of answer ?? []) {
            if (key) indexes.push(key);
            const isEnded = type === 'index' && sql.includes(' limit ') && (rows ?? 0) <= sorted;
            if (table && isLarge(nameOf(table)) && ['ALL', 'index'].includes(type ?? '') && !isEnded)
              costs.push(`scan of ${nameOf(table)}`);
            if (Extra?.includes('filesort') && (rows ?? 0) > sorted) costs.push('sort');
          }
          return { costs, indexes };
        },
      }[client];
      const explain = {
        sqlite: 'explain query plan',
        postgres: 'explain (format json)',
        mysql: 'explain',
      }[client];
      const plans: Plan[] = [];
      for (const [sql, bindings] of [...statements]) {
        // knex writes `1 = 0` for an empty list, and no database reads anything then.
        const empty = sql.replaceAll(/\$\d+/g, '?').indexOf('1 = ?');
        if (empty >= 0 && bindings[sql.slice(0, empty).split(/\?|\$\d+/).length - 1] === 0) continue;
        if (!large.some((table) => new RegExp(`["\`]${table}["\`]`).test(sql))) continue;
        // With the driver's placeholders turned back into knex's.
        const answer = await strapi.db.connection.raw(
          `${explain} ${sql.replaceAll(/\$\d+/g, '?')}`,
          bindings as never,
        );
        plans.push({ sql, ...read(sql, answer as never) });
      }
      return plans;
    },
    { large: tables, sorted: few },
  );

/** Lets the planner know how many rows there are, and what is in them. */
export const analyze = (server: TestServer, tables: readonly string[]): Promise<void> =>
  server.run(async (strapi, names) => {
    const kind = strapi.db.dialect.client === 'mysql' ? 'analyze table' : 'analyze';
    for (const name of names) await strapi.db.connection.raw(`${kind} ??`, [name]);
  }, tables);
