/** Prints figures, one a line, past jest's own output. */
export function report(title: string, figures: Record<string, number | string>): void {
  const width = Math.max(...Object.keys(figures).map((name) => name.length));
  const lines = Object.entries(figures).map(([name, figure]) => `  ${name.padEnd(width)}  ${figure}`);
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}

/** Digits that mean something. */
export const rounded = (value: number): number => Number(value.toPrecision(3));
