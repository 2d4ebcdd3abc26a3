import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Context } from 'koa';
import readAll from 'raw-body';
import { WorkTrackingError } from '../../../domain/errors';
import { roundedNumbers } from '../../../domain/json-text';

/** The largest body in bytes, after decompression (specification 9). */
export const MAX_BODY_BYTES = 1024 * 1024;

/** The decoder of each Content-Encoding; `createUnzip` tells gzip and deflate apart. */
const DECODERS = { gzip: createUnzip, deflate: createUnzip, br: createBrotliDecompress };

const CHARSETS: readonly (string | undefined)[] = [undefined, 'utf-8', 'utf8', 'us-ascii'];

/** A body as it was read. */
export interface JsonBody {
  value: unknown;
  /** The body as it was sent, without its Content-Encoding. */
  text: string;
  /** The whole numbers in `value` that were sent with more digits than a JavaScript number keeps. */
  rounded: ReadonlySet<number>;
}

const NOTHING: JsonBody = { value: {}, text: '', rounded: new Set() };

/**
 * Reads the JSON body of a request; `{}` when there is none.
 * @throws WorkTrackingError `unsupported_media_type`, `payload_too_large`, `invalid_json`
 */
export async function readJson(ctx: Context): Promise<JsonBody> {
  const hasBody = ctx.get('transfer-encoding') !== '' || Number(ctx.get('content-length')) > 0;
  if (!hasBody) return NOTHING;
  if (!ctx.request.is('application/json')) throw new WorkTrackingError('unsupported_media_type');
  const [, charset] = /charset\s*=\s*"?([^\s;"]+)/.exec(ctx.get('content-type').toLowerCase()) ?? [];
  if (!CHARSETS.includes(charset)) {
    throw new WorkTrackingError('unsupported_media_type', { message: 'Send the body in UTF-8.' });
  }
  const text = textOf(await readBytes(ctx.req, decoded(ctx)));
  if (text === '') return NOTHING;
  try {
    return { value: JSON.parse(text) as unknown, text, rounded: roundedNumbers(text) };
  } catch {
    throw new WorkTrackingError('invalid_json');
  }
}

/** A decoder would put a question mark in place of bytes that are no UTF-8, unless it is told not to. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new WorkTrackingError('invalid_json', { message: 'The body is not UTF-8.' });
  }
}

/** The body of a request without its Content-Encoding. */
function decoded({ req }: Context): Readable {
  const encoding = (req.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return req;
  if (!Object.hasOwn(DECODERS, encoding)) {
    const known = Object.keys(DECODERS).join(', ');
    throw new WorkTrackingError('unsupported_media_type', {
      message: `Send the body as it is, or with one of these as Content-Encoding: ${known}.`,
    });
  }
  const decoder = DECODERS[encoding as keyof typeof DECODERS]();
  // Not `pipeline`, which destroys the request when the decoder fails: nothing could read the rest of the body.
  req.once('error', (error) => decoder.destroy(error));
  // The reader of the stream gets its error; one that comes later is nobody's.
  decoder.on('error', () => undefined);
  return req.pipe(decoder);
}

async function readBytes(req: IncomingMessage, stream: Readable): Promise<Buffer> {
  try {
    return await readAll(stream, { limit: MAX_BODY_BYTES });
  } catch (error) {
    const type = error instanceof Error && 'type' in error ? error.type : undefined;
    if (type === 'entity.too.large') throw new WorkTrackingError('payload_too_large');
    // Something else has read it: a fault of the application, unless the client is gone.
    if (type === 'stream.not.readable' && !req.destroyed) throw error;
    throw new WorkTrackingError('invalid_json', {
      message: 'The body is not whole, or not what its headers say.',
    });
  } finally {
    // Read the rest, as Node does with a body that nobody has begun to read: the next request stands behind it.
    req.unpipe();
    req.resume();
    if (stream !== req) stream.destroy();
  }
}
