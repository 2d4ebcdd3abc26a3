import type { tableOf } from './tables';

/** How many rows a project has: in all, or with one value of a column. */
export interface ProjectCount {
  /** The project's row id. */
  project: number;
  value: string | null;
  count: number;
}

/**
 * Counts rows for each project, or for each project and value of a column, in one query. Projects without rows are
 * left out.
 * @param table a query for the rows to count
 * @param projectColumn the column that holds the project's row id
 */
export async function countsByProject(
  table: ReturnType<typeof tableOf>,
  projectColumn: string,
  column?: string,
): Promise<ProjectCount[]> {
  const by = column === undefined ? [projectColumn] : [projectColumn, column];
  const rows: Record<string, string | number | null>[] = await table
    .select(by)
    .count({ count: '*' })
    .groupBy(by);
  return rows.map((row) => ({
    project: Number(row[projectColumn]),
    value: column === undefined ? null : String(row[column]),
    // PostgreSQL counts in bigints, which come as strings.
    count: Number(row.count),
  }));
}
