/**
 * How many values one statement has at most. SQLite takes 32,766, PostgreSQL 65,535; a batch leaves room for what else
 * is in the statement.
 */
const MAX_VALUES = 10_000;

/** SQLite takes 500 rows in an insert. */
const MAX_ROWS = 400;

/** Characters of the texts of an insert: MariaDB takes a statement of 16 MB unless it is set otherwise. */
const MAX_TEXT = 1_000_000;

type Row = Readonly<Record<string, unknown>>;

/** Looks up by many values, some of them at a time, and gives back all that was found. */
export async function inBatches<Value, Found>(
  values: readonly Value[],
  find: (batch: Value[]) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < values.length; start += MAX_VALUES) {
    for (const one of await find(values.slice(start, start + MAX_VALUES))) found.push(one);
  }
  return found;
}

/** Divides rows into inserts that every database takes; a row that is too large by itself is alone in its insert. */
export function insertsOf<Inserted extends Row>(rows: readonly Inserted[]): Inserted[][] {
  const inserts: Inserted[][] = [];
  let [values, text] = [0, 0];
  for (const row of rows) {
    values += Object.keys(row).length;
    text += textIn(row);
    const last = inserts.at(-1);
    if (last && last.length < MAX_ROWS && values <= MAX_VALUES && text <= MAX_TEXT) {
      last.push(row);
    } else {
      inserts.push([row]);
      [values, text] = [Object.keys(row).length, textIn(row)];
    }
  }
  return inserts;
}

const textIn = (row: Row): number =>
  Object.values(row).reduce<number>(
    (total, value) => total + (typeof value === 'string' ? value.length : 0),
    0,
  );
