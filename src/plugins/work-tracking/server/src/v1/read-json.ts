import parse from 'co-body';
import type { Context } from 'koa';
import { ApiError, type ApiErrorCode } from '../errors';

/** gaps.md, Requests and answers: 413. */
export const MAX_BODY_BYTES = 1024 * 1024;

const CODES: Record<number, ApiErrorCode> = {
  400: 'invalid_json',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/**
 * The JSON value in a request's body; `{}` where there is none.
 * @throws ApiError `unsupported_media_type`, `payload_too_large`, `invalid_json`
 */
export async function readJson(ctx: Context): Promise<unknown> {
  const hasBody = ctx.get('transfer-encoding') !== '' || Number(ctx.get('content-length')) > 0;
  if (!hasBody) return {};
  if (!ctx.request.is('application/json')) throw new ApiError('unsupported_media_type');
  try {
    const value: unknown = await parse.json(ctx.req, { limit: MAX_BODY_BYTES, strict: false });
    return value === '' ? {} : value;
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
    const code = CODES[status];
    if (!code) throw error;
    throw new ApiError(code);
  }
}
