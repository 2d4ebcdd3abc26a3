import type { tableOf } from './table';

/** How many rows a project has; with one value of a column, where they are counted by one. */
export interface ProjectCount {
  /** The project's row id. */
  project: number;
  value: string | null;
  count: number;
}

/**
 * Counts rows for each project, and for each value of a column, in one read. A project without rows is not among them.
 * @param table the rows, narrowed by the caller
 * @param projectColumn where they say whose they are
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
