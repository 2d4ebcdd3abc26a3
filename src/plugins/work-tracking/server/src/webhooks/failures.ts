import type { FailureClass } from '../../../domain/delivery';
import { BlockedAddressError } from './address-guard';
import { UnresolvedNameError } from './host-names';

const FAILURES: readonly (readonly [FailureClass, RegExp])[] = [
  ['connection_refused', /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/],
  ['timeout', /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/],
  ['tls_error', /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/],
];

/** Sentences in place of errors that are worded for developers of HTTP clients, by their name, code and text. */
const SENTENCES: readonly (readonly [error: RegExp, sentence: string])[] = [
  [/UND_ERR_SOCKET other side closed/, 'The receiver closed the connection without an answer.'],
  [/UND_ERR_SOCKET bad upgrade/, 'The receiver switches to another protocol, which was not asked for.'],
  [/UND_ERR_SOCKET bad response/, 'The receiver sent something that was not asked for.'],
  [/ (ECONNRESET|EPIPE|ECONNABORTED) /, 'The receiver broke the connection off.'],
  [/UND_ERR_HEADERS_OVERFLOW/, 'The header of the answer is longer than 16 KiB.'],
  [/UND_ERR_RES_CONTENT_LENGTH_MISMATCH/, 'The answer is not as long as its Content-Length says.'],
  [/^(HTTPParserError|AssertionError) /, 'The answer is not valid HTTP.'],
];

/** The reason that people read for an error that ended an exchange. */
export function sentenceOf(error: Error): string {
  const told = `${error.name} ${codeOf(error)} ${error.message}`;
  return SENTENCES.find(([pattern]) => pattern.test(told))?.[1] ?? error.message;
}

/** The record of an attempt that got no answer. */
export function failureOf(error: Error, isOutOfTime: boolean): { failure: FailureClass; message: string } {
  const cause = decisive(error);
  const { message } = cause;
  if (cause instanceof BlockedAddressError) return { failure: 'blocked_address', message };
  if (cause instanceof UnresolvedNameError) return { failure: 'dns_error', message };
  if (isOutOfTime) return { failure: 'timeout', message: 'No answer in time.' };
  const code = codeOf(cause);
  const failure = FAILURES.find(([, pattern]) => pattern.test(code))?.[0] ?? 'connection_reset';
  return { failure, message: namesAddress(cause) ? `The connection failed: ${code}.` : sentenceOf(cause) };
}

/** The receiver has closed the connection, or it was lost. */
export const isLostConnection = (error: Error): boolean =>
  /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/.test(codeOf(error));

const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? '';

/**
 * Errors of connecting tell the receiver's address, and some this machine's own. Whoever made the subscription may know
 * neither.
 */
const namesAddress = (cause: Error): boolean =>
  codeOf(cause) === 'UND_ERR_CONNECT_TIMEOUT' || 'address' in cause;

const NO_WAY_THERE = /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;

/**
 * The first failure, where several addresses were tried. That this machine has no way to one of them, as without IPv6,
 * says little of the receiver.
 */
function decisive(error: Error): Error {
  const failures: Error[] = 'errors' in error ? (error as AggregateError).errors : [];
  return failures.find((failure) => !NO_WAY_THERE.test(codeOf(failure))) ?? failures[0] ?? error;
}
