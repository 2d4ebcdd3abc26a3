import type { z } from '@strapi/utils';

/** The command line itself is wrong: nothing was done, and nothing can be done that way. */
export class WrongUsage extends Error {
  /** What tells the command that runs it from every other error. */
  readonly code = 'wrong_usage';
}

/**
 * @param schema by the names that the command line has for its options; its messages go on from such a name
 * @param input what was given
 * @throws WrongUsage with a sentence that names each option that is wrong
 */
export function parseRequest<Request>(schema: z.ZodType<Request>, input: unknown): Request {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}`);
  throw new WrongUsage(`${problems.join('; ')}.`);
}
