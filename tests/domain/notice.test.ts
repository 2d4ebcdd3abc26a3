import {
  deadLettersNotice,
  disabledNotice,
  NOTICE_KINDS,
  oneLine,
  receiverOf,
} from '../../src/plugins/work-tracking/domain/notice';
import schema from '../../src/plugins/work-tracking/server/src/content-types/notice/schema.json';

const PROJECT = { key: 'WEB', name: 'Website', documentId: 'p1' };
const PANEL = 'https://work.example.com/admin';

const disabled = (changes: { name?: string; url?: string; what?: string; reason?: string } = {}) =>
  disabledNotice({
    project: { ...PROJECT, name: changes.name ?? PROJECT.name },
    subscription: {
      documentId: 's1',
      url: changes.url ?? 'https://hooks.example.com/in',
      reason: changes.reason ?? 'No delivery has succeeded for 5 days.',
      failingSince: new Date('2026-03-01T10:00:00.000Z'),
    },
    held: 12,
    lastFailure: { at: new Date('2026-03-06T10:00:00.000Z'), what: changes.what ?? 'answered with 500' },
    panelUrl: PANEL,
  });

it('a notice of a disabled subscription says what, why, since when and where to switch it on', () => {
  const { subject, text } = disabled();
  expect(subject).toBe('Webhook subscription disabled in WEB: https://hooks.example.com');
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'Project:       Website (WEB)',
      'Subscription:  https://hooks.example.com (s1)',
      'Reason:        No delivery has succeeded for 5 days.',
      'Failing since: 2026-03-01T10:00:00.000Z',
      'Last attempt:  2026-03-06T10:00:00.000Z, answered with 500',
      'Waiting:       12 deliveries',
      `${PANEL}/plugins/work-tracking/subscriptions?text=WEB`,
    ]),
  );
});

it.each([
  [1, '1 dead delivery in WEB'],
  [1000, '1000 dead deliveries in WEB'],
  [1001, 'more than 1000 dead deliveries in WEB'],
])('of %d dead deliveries the subject says %j', (dead, subject) => {
  const nobody = { subscription: undefined, lastFailure: undefined };
  expect(deadLettersNotice({ project: PROJECT, dead, ...nobody, panelUrl: PANEL }).subject).toBe(subject);
});

it('the kinds of notices are those that can be stored', () => {
  expect(schema.attributes.kind.enum).toEqual(NOTICE_KINDS);
});

it('a notice of dead deliveries says how many, in which project, and where to send them again', () => {
  const { subject, text } = deadLettersNotice({
    project: PROJECT,
    dead: 1001,
    subscription: undefined,
    lastFailure: undefined,
    panelUrl: `${PANEL}/`,
  });
  expect(subject).toBe('more than 1000 dead deliveries in WEB');
  expect(text).toContain('Dead:          more than 1000 deliveries\n');
  expect(text).toContain(`${PANEL}/plugins/work-tracking/deliveries?project=p1&state=dead\n`);
  expect(text).not.toContain('undefined');
});

it.each([
  [
    'https://user:password@hooks.example.com:8443/T01/B02/secret?token=abc#part',
    'https://hooks.example.com:8443',
  ],
  ['https://hooks.example.com', 'https://hooks.example.com'],
  ['no address', 'an address that can not be read'],
])('of %s only what is no secret is told', (url, told) => {
  expect(receiverOf(url)).toBe(told);
});

it.each(['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\u0000', '\u202e', '\ud800'])(
  'what others have written can not start a line or a header of its own (%j)',
  (character) => {
    const hostile = `Name${character}Bcc: all@example.com`;
    const lines = disabled().text.split('\n').length;
    for (const written of [{ name: hostile }, { what: hostile }, { reason: hostile }]) {
      const { subject, text } = disabled(written);
      expect(subject).not.toContain(character);
      expect(text.split('\n')).toHaveLength(lines);
      expect(text).toContain('Name Bcc: all@example.com');
    }
  },
);

it('what is long is cut, never within a character', () => {
  expect(oneLine('x'.repeat(81), 80)).toBe(`${'x'.repeat(79)}…`);
  expect(oneLine(`${'x'.repeat(78)}👋👋`, 80)).toBe(`${'x'.repeat(78)}…`);
  expect(disabled({ name: 'N'.repeat(255) }).text).toContain(`${'N'.repeat(79)}… (WEB)`);
});

it('as HTML it is the same text, and nothing in it is HTML', () => {
  const { html } = disabled({ name: '<img src="https://evil.example.com/x"> & co' });
  expect(html).toMatch(/^<pre>[^<]*<\/pre>$/);
  expect(html).toContain('&#60;img src=&#34;https://evil.example.com/x&#34;&#62; &#38; co (WEB)');
});
