import type { Readable } from 'node:stream';
import { Client, request, type buildConnector } from 'undici';
import type { AddressPolicy } from '../../../domain/address';
import type { FailureClass, Outcome } from '../../../domain/delivery';
import { BlockedAddressError, guardedConnector } from './address-guard';

/** How much of an answer is read, and how much of it is stored (specification 7.3). */
const READ_LIMIT_BYTES = 64 * 1024;
const KEPT_BYTES = 4 * 1024;

const CONNECT_TIMEOUT_MS = 5_000;

/** One HTTP request. */
export interface Exchange {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** For the whole request, including the body of the answer. */
  timeoutMs: number;
  /** Aborts the request, as at shutdown. */
  signal: AbortSignal;
}

/** Opens sockets for deliveries, to allowed addresses only. */
export const createConnector = (policy: AddressPolicy, exchangeTimeoutMs: number): buildConnector.connector =>
  guardedConnector(policy, Math.min(CONNECT_TIMEOUT_MS, exchangeTimeoutMs));

/**
 * Sends one request, without a proxy and without following redirects.
 * @throws only when `signal` has aborted it; its outcome is not known then
 */
export async function exchange(connect: buildConnector.connector, exchanged: Exchange): Promise<Outcome> {
  const { timeoutMs, signal } = exchanged;
  const exchangeCutOff = new AbortController();
  const cutOff = () => exchangeCutOff.abort();
  const deadline = setTimeout(cutOff, timeoutMs);
  signal.addEventListener('abort', cutOff);
  try {
    return await answerTo(connect, { ...exchanged, signal: exchangeCutOff.signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'failed', ...failureOf(error, exchangeCutOff.signal.aborted) };
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', cutOff);
  }
}

/**
 * Each request has its own connection: its address is judged, and no answer can be mistaken for that of another
 * request.
 */
async function answerTo(
  connect: buildConnector.connector,
  { url, headers, body, signal }: Exchange,
): Promise<Outcome> {
  // The deadline covers all phases.
  const client = new Client(new URL(url).origin, { connect, headersTimeout: 0, bodyTimeout: 0 });
  try {
    const answer = await request(url, {
      method: 'POST',
      headers,
      body,
      dispatcher: client,
      // Sends `Connection: close`.
      reset: true,
      signal,
    });
    const retryAfter = answer.headers['retry-after'];
    return {
      kind: 'answered',
      status: answer.statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      body: await beginningOf(answer.body),
    };
  } finally {
    await client.destroy();
  }
}

/** The status decides the outcome, so a body that breaks off or does not end is only cut short. */
async function beginningOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (bytes < KEPT_BYTES) chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= READ_LIMIT_BYTES) break;
    }
  } catch (error) {
    chunks.push(Buffer.from(`\n[cut off: ${error instanceof Error ? error.message : String(error)}]`));
  }
  return storable(Buffer.concat(chunks).subarray(0, KEPT_BYTES));
}

/** Text that every database can store: without NUL and incomplete characters. */
const storable = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\uFFFD');

const FAILURES: readonly (readonly [FailureClass, RegExp])[] = [
  ['dns_error', /^(ENOTFOUND|EAI_)/],
  ['connection_refused', /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/],
  ['timeout', /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/],
  ['tls_error', /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/],
];

function failureOf(error: unknown, isOutOfTime: boolean): { failure: FailureClass; message: string } {
  const cause = innermost(error);
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof BlockedAddressError) return { failure: 'blocked_address', message };
  if (isOutOfTime) return { failure: 'timeout', message: 'No answer in time.' };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const failure = FAILURES.find(([, pattern]) => pattern.test(code))?.[0] ?? 'connection_reset';
  return { failure, message: namesAddress(cause, code) ? `The connection failed: ${code}.` : message };
}

/**
 * Errors of connecting tell the receiver's address, and some this machine's own. Whoever made the subscription may know
 * neither.
 */
const namesAddress = (cause: unknown, code: string): boolean =>
  code === 'UND_ERR_CONNECT_TIMEOUT' || (cause instanceof Error && 'address' in cause);

/** The first failure, where several addresses were tried. */
function innermost(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
}
