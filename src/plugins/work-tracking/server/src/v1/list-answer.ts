/** The answer to a list, beside `version`. Its records are JSON already; `next` says where it goes on. */
export class ListAnswer {
  constructor(
    private readonly name: string,
    private readonly page: { json: string; next: object },
  ) {}

  /** The whole answer as JSON. */
  toText(version: string): string {
    const { json, next } = this.page;
    const start = JSON.stringify({ version }).slice(0, -1);
    return `${start},${JSON.stringify(this.name)}:${json},${JSON.stringify(next).slice(1)}`;
  }
}
