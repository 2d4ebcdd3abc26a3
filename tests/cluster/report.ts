/** Prints figures, one per line, directly to the terminal. */
export function report(title: string, figures: Record<string, number | string>): void {
  const width = Math.max(...Object.keys(figures).map((name) => name.length));
  const lines = Object.entries(figures).map(([name, figure]) => `  ${name.padEnd(width)}  ${figure}`);
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}

/** Rounds to the significant digits. */
export const rounded = (value: number): number => Number(value.toPrecision(3));
