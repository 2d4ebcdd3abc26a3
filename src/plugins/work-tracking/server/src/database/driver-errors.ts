/** Whether an error is one of the database's drivers with one of these codes. */
export const hasCode = (error: unknown, codes: readonly string[]): error is Error =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
