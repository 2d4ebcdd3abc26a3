/**
 * The most that a text may have to be read as Markdown. The parser's time grows with the square of its lines, list items
 * and marks, and parser and browser fail at a depth of some hundreds. A text at these limits takes about a second.
 */
const MAX = {
  characters: 20_000,
  lines: 1_000,
  /** Quotes and lists in one another. */
  depth: 20,
  /** Marks of quotes and lists: `>`, `-`, `1.` and the like at the beginning of a line. */
  markers: 1_000,
  /** Marks of emphasis and links: `*`, `_`, `[` and `]`. */
  marks: 3_000,
  /** Columns of one table. */
  columns: 100,
  /** Cells of all tables. A row gets all columns of its head, however short it is written. */
  cells: 5_000,
};

const LINE_END = /\r\n|\r|\n/;
/** The beginning of a line: quotes, list items and the space between them. */
const PREFIX = /^(?:[ \t>]|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))*/;
const MARKERS = />|[-+*]|\d{1,9}[.)]/g;
const MARKS = /[*_[\]]/g;
const QUOTES = /^[ \t>]*/;
/** A line across, such as `- - -`, whose marks begin no list. */
const THEMATIC_BREAK = /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const TAB_COLUMNS = 4;
/** The line between a table's head and its rows, in quotes and lists too. */
const DELIMITERS = /^[-|: \t>*+\d.)]+$/;
/** A line that ends a table, in a quote too. */
const BLANK = /^[ \t>]*$/;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

interface LineCost {
  /** Quotes and lists that begin in it. */
  markers: number;
  /** Quotes and lists that can be around its text at most. */
  depth: number;
  marks: number;
}

function costOf(line: string): LineCost {
  const [quotes] = QUOTES.exec(line) ?? [''];
  const isBreak = THEMATIC_BREAK.test(line.slice(quotes.length));
  const [prefix] = isBreak ? [quotes] : (PREFIX.exec(line) ?? ['']);
  const markers = count(prefix, MARKERS);
  // A list goes on in the lines that are indented by two columns or more, so its items can be deep without markers.
  const columns = prefix.replaceAll('\t', ' '.repeat(TAB_COLUMNS)).length - 2 * markers;
  const depth = markers === 0 ? 0 : markers + Math.max(0, Math.floor(columns / 2));
  return { markers, depth, marks: isBreak ? 0 : count(line, MARKS) };
}

/** The columns that each line of a table can have at most, with each line counted that might be one. */
function tableRows(lines: readonly string[]): number[] {
  let columns = 0;
  return lines.map((line) => {
    const own = line.split('|').length;
    if (BLANK.test(line)) columns = 0;
    else if (line.includes('-') && DELIMITERS.test(line)) columns = Math.max(columns, own);
    return columns === 0 ? 0 : Math.max(columns, own);
  });
}

/** Whether a text can be parsed and shown as Markdown in reasonable time, judged without parsing it. */
export function canBeMarkdown(source: string): boolean {
  if (source.length > MAX.characters) return false;
  const lines = source.split(LINE_END);
  if (lines.length > MAX.lines) return false;
  const costs = lines.map(costOf);
  const sum = (what: keyof LineCost) => costs.reduce((total, cost) => total + cost[what], 0);
  const rows = tableRows(lines);
  return (
    costs.every(({ depth }) => depth <= MAX.depth) &&
    sum('markers') <= MAX.markers &&
    sum('marks') <= MAX.marks &&
    rows.every((columns) => columns <= MAX.columns) &&
    rows.reduce((total, columns) => total + columns, 0) <= MAX.cells
  );
}
