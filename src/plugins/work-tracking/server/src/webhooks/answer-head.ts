/** undici takes no head that is longer. */
const MAX_BYTES = 16 * 1024;

const STATUS = /^HTTP\/1\.\d (\d{3})/;
const BLANK_LINE = /\n\r?\n/;
const LENGTH = /^content-length:([^\r\n]*)\r?\n/gim;

const NOTHING = Buffer.alloc(0);

/**
 * The head of the answers that come over one socket, between it and undici, which gives a connection up over two things
 * that a client should take: a `100 Continue` that it did not ask for (RFC 9110 15.2), which is left out here, and a
 * Content-Length that is there twice, with one value (RFC 9110 8.6), which becomes one. All else passes as it came, for
 * undici to judge.
 */
export class AnswerHead {
  /** The bytes of a head that is not complete; undefined once all of it has passed. */
  #held: Buffer | undefined = NOTHING;
  #hasBegun = false;

  /** Something of an answer has come since `begin`. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** A request is on its way: what comes next is the head of its answer. */
  begin(): void {
    this.#held = NOTHING;
    this.#hasBegun = false;
  }

  /** @returns what undici may read by now of all that has come */
  take(chunk: Buffer): Buffer {
    if (!this.#held) return chunk;
    this.#hasBegun = true;
    let rest = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    this.#held = undefined;
    const passed: Buffer[] = [];
    for (;;) {
      const text = rest.toString('latin1', 0, MAX_BYTES);
      const blankLine = BLANK_LINE.exec(text);
      if (!blankLine) {
        if (mayBecomeHead(text)) this.#held = rest;
        else passed.push(rest);
        return Buffer.concat(passed);
      }
      const head = text.slice(0, blankLine.index + blankLine[0].length);
      const [, status = ''] = STATUS.exec(head) ?? [];
      if (status !== '100') passed.push(Buffer.from(withOneLength(head), 'latin1'));
      rest = rest.subarray(head.length);
      if (!status.startsWith('1')) return Buffer.concat([...passed, rest]);
    }
  }
}

const mayBecomeHead = (text: string): boolean =>
  text.length < MAX_BYTES && (text.startsWith('HTTP/1.') || 'HTTP/1.'.startsWith(text));

function withOneLength(head: string): string {
  const values = [...head.matchAll(LENGTH)].flatMap(([, value = '']) => value.split(','));
  const [length = '', ...others] = values.map((value) => value.trim());
  if (others.length === 0 || !/^\d+$/.test(length) || others.some((other) => other !== length)) return head;
  let isFirst = true;
  return head.replace(LENGTH, () => {
    const line = isFirst ? `Content-Length: ${length}\r\n` : '';
    isFirst = false;
    return line;
  });
}
