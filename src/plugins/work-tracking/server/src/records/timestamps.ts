/** ISO 8601, UTC, milliseconds (gaps.md, Requests and answers). */
export const timestamp = (value: string | Date): string => new Date(value).toISOString();
