import fc from 'fast-check';
import { AnswerHead } from '../../src/plugins/work-tracking/server/src/webhooks/answer-head';

const CONTINUE = 'HTTP/1.1 100 Continue\r\nX-Why: none\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\n';

/** The part that passes of an answer that comes in these pieces. */
function passed(pieces: readonly string[], head = new AnswerHead()): string {
  head.begin();
  return Buffer.concat(pieces.map((piece) => head.take(Buffer.from(piece, 'latin1')))).toString('latin1');
}

const CASES: [name: string, answer: string, passes: string][] = [
  ['an answer', `${OK}Content-Length: 2\r\n\r\nok`, `${OK}Content-Length: 2\r\n\r\nok`],
  ['a 100 before it', `${CONTINUE}${OK}\r\nok`, `${OK}\r\nok`],
  ['several of them', `${CONTINUE}${HINTS}${CONTINUE}${OK}\r\nok`, `${HINTS}${OK}\r\nok`],
  ['a body that looks like one', `${OK}\r\n${CONTINUE}`, `${OK}\r\n${CONTINUE}`],
  ['lines that end as on Unix', 'HTTP/1.1 100 Continue\n\nHTTP/1.0 200 OK\n\nok', 'HTTP/1.0 200 OK\n\nok'],
  [
    'a length that is there twice',
    `${OK}content-length: 2\r\nX: y\r\nCONTENT-LENGTH:2 \r\n\r\nok`,
    `${OK}Content-Length: 2\r\nX: y\r\n\r\nok`,
  ],
  [
    'two lengths',
    `${OK}Content-Length: 2\r\nContent-Length: 02\r\n\r\nok`,
    `${OK}Content-Length: 2\r\nContent-Length: 02\r\n\r\nok`,
  ],
  ['lengths that are none', `${OK}Content-Length: a, a\r\n\r\n`, `${OK}Content-Length: a, a\r\n\r\n`],
  ['another protocol', '220 mail.example ESMTP\r\n', '220 mail.example ESMTP\r\n'],
  ['a head without end', `${OK}${'X: y\r\n'.repeat(5000)}`, `${OK}${'X: y\r\n'.repeat(5000)}`],
];

it.each(CASES)('of %s the right part passes, in whatever pieces it comes', (_name, answer, passes) => {
  fc.assert(
    fc.property(fc.array(fc.nat(answer.length), { maxLength: 8 }), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), answer.length];
      const pieces = places.slice(1).map((end, index) => answer.slice(places[index], end));
      expect(passed(pieces)).toBe(passes);
    }),
  );
  expect(passed(answer.match(/[^]/g) ?? [])).toBe(passes);
});

it('what comes after an answer passes as it is until there is another request', () => {
  const head = new AnswerHead();
  expect(passed([`${OK}\r\n`, CONTINUE], head)).toBe(`${OK}\r\n${CONTINUE}`);
  expect(head.hasBegun).toBe(true);
  expect(passed([], head)).toBe('');
  expect(head.hasBegun).toBe(false);
  expect(passed([CONTINUE], head)).toBe('');
  expect(head.hasBegun).toBe(true);
});
