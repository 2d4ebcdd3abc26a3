import { WorkTrackingError } from '../../../domain/errors';
import type { ZodType } from '../host/strapi-utils';

/**
 * @param schema by the names of the options; its messages continue after the name
 * @param input the options as they were given
 * @throws WorkTrackingError `wrong_usage` with a sentence that names each option that is wrong
 */
export function parseRequest<Request>(schema: ZodType<Request>, input: unknown): Request {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}`);
  throw new WorkTrackingError('wrong_usage', { message: `${problems.join('; ')}.` });
}
