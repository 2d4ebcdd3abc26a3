import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import {
  addSentences,
  translatedSentence,
} from '../../src/plugins/work-tracking/admin/src/translations/sentences';
import de from '../../src/plugins/work-tracking/admin/src/translations/sentences.de.json';
import { API_ERRORS, PANEL_ERRORS } from '../../src/plugins/work-tracking/domain/errors';
import { DESCRIBED_ACTIONS } from '../../src/plugins/work-tracking/server/src/v1/routes';

const PLUGIN = path.join(__dirname, '../../src/plugins/work-tracking');

/** Whatever of these refuses something, a person may read it in the panel. */
const FOLDERS = [
  'domain',
  ...['access', 'content-types', 'events', 'write', 'panel', 'sign-off'].map((name) => `server/src/${name}`),
];

/** Sentences that nobody meets in the panel: at the start, in the log, in e-mails, in v1 alone, and what is no sentence. */
const ELSEWHERE = [
  /^"\{\}" is no ticket status/,
  /^"\{\}" can't be reached/,
  /^SIGN_OFF_/,
  /^This is a test/,
  /^what happens meanwhile is kept for it/,
  /^Deliveries of webhooks were given up/,
];
const ONLY_IN_V1: (keyof typeof API_ERRORS)[] = [
  'invalid_cursor',
  'invalid_json',
  'unauthorized',
  'insufficient_scope',
  'project_not_assigned',
  'method_not_allowed',
  'unsupported_media_type',
  'request_in_progress',
  'idempotency_key_reused',
  'precondition_failed',
  'precondition_required',
];
const ONLY_COMMANDS: (keyof typeof PANEL_ERRORS)[] = ['wrong_usage'];

/** A sentence with `{}` for each value. */
const shapeOf = (english: string) => english.replace(/\{\w+\}/g, '{}');

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    isText(node.left) &&
    isText(node.right));

function textOf(node: ts.Node): string {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
  }
  return ts.isBinaryExpression(node) ? textOf(node.left) + textOf(node.right) : '';
}

/** The sentences in a file: its texts of several words that end in a full stop, but for those of the log. */
function sentencesIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'Error') return;
    if (ts.isCallExpression(node) && /\blog\.\w+$/.test(node.expression.getText())) return;
    if (isText(node)) found.push(textOf(node));
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found.filter((text) => /[\w}] [\w{]/.test(text) && text.endsWith('.'));
}

const sourceFiles = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(path.join(PLUGIN, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(PLUGIN, folder, name)),
  ),
  // Why a subscription is disabled.
  path.join(PLUGIN, 'server/src/webhooks/failing-subscriptions.ts'),
];

const notInPanel: string[] = [
  ...ONLY_IN_V1.map((code) => API_ERRORS[code].message),
  ...ONLY_COMMANDS.map((code) => PANEL_ERRORS[code].message),
];

/** The page of tokens shows them. */
const ofActions = DESCRIBED_ACTIONS.map(({ opens }) => opens);

const written = [...new Set([...sourceFiles.flatMap(sentencesIn), ...ofActions])].filter(
  (text) => !notInPanel.includes(text) && !ELSEWHERE.some((pattern) => pattern.test(text)),
);

const german = Object.keys(de.sentences).map(shapeOf);

addSentences('de', de);
const inGerman = (sentence: string) => translatedSentence('de', sentence);

describe('what the server says', () => {
  it('has German for every sentence that the panel can show', () => {
    expect(written).toContain('Choose the project that this belongs to.');
    expect(written.filter((text) => !german.includes(text))).toEqual([]);
  });

  it('has German for every code that the panel can meet', () => {
    const known = Object.values({ ...API_ERRORS, ...PANEL_ERRORS }).map(({ message }) => message as string);
    const shown = known.filter((message) => !notInPanel.includes(message));
    expect(shown.filter((message) => inGerman(message) === message)).toEqual([]);
  });

  it('has no German for sentences that nobody says', () => {
    const isSaid = (english: string) => written.includes(shapeOf(english));
    expect(Object.keys(de.sentences).filter((english) => !isSaid(english))).toEqual([]);
  });

  it.each(Object.entries(de.sentences))('%s keeps its values', (english, translation) => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(translation.trim()).not.toBe('');
    expect(names(english)).toEqual(expect.arrayContaining(names(translation)));
  });

  it.each([
    [
      "A ticket can't move from cancelled to in_progress; from cancelled it can move to: open.",
      'Ein Ticket kann nicht von Abgebrochen nach In Arbeit wechseln. Möglich ist: Offen.',
    ],
    [
      "Project WEB can't be deleted: it still has 2 tickets, 1 webhook subscriptions.",
      'Das Projekt WEB kann nicht gelöscht werden. Es hat noch: 2 Tickets, 1 Webhook-Abonnements.',
    ],
    [
      'frontmatter is not valid JSON: see line 3, column 4.',
      'Frontmatter ist kein gültiges JSON: siehe Zeile 3, Spalte 4.',
    ],
    [
      'There is already a token called "open: $& {name} read".',
      'Es gibt schon ein Token namens „open: $& {name} read“.',
    ],
    ['frontmatter.a: Nest at most 30 levels.', 'frontmatter.a: Höchstens 30 Ebenen tief.'],
    [
      'due_at must be a time between the years 1970 and 9998.',
      'Fällig muss ein Zeitpunkt zwischen den Jahren 1970 und 9998 sein.',
    ],
    ['A rule of our own: no tickets on Sundays.', 'A rule of our own: no tickets on Sundays.'],
  ])('%s', (english, translation) => {
    expect(inGerman(english)).toBe(translation);
    expect(translatedSentence('en', english)).toBe(english);
  });

  it('is translated at once, however long it is', () => {
    const long = 'a: '.repeat(10_000);
    const before = process.cpuUsage();
    expect(inGerman(long)).toBe(long);
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(1_000);
  });
});
