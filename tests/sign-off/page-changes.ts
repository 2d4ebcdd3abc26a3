const paragraph = (text: string, marks: object = {}) => ({
  type: 'paragraph',
  children: [{ type: 'text', text, ...marks }],
});

type Change = [name: string, published: unknown, draft: unknown, told: Record<string, unknown>];

/**
 * Of each attribute: what is published, what the draft says, and how the change is told.
 * @param customers the document ids of Ada and Bob
 * @param files those of a.png and b.png
 */
export const pageChanges = (customers: [string, string], files: [string, string]): Change[] => [
  ['title', 'A page', 'Another page', { title: ['A page', 'Another page'] }],
  ['body', '*Text*', null, { body: ['*Text*', null] }],
  ['summary', null, 'a summary', { summary: [null, 'a summary'] }],
  // Who has cleared a field has an empty text in it.
  ['story', null, '', {}],
  ['customer_tier', 'gold', 'silver', { customer_tier: ['gold', 'silver'] }],
  ['points', 0, 1, { points: ['0', '1'] }],
  ['billable', true, false, { billable: ['true', 'false'] }],
  ['due', '2026-01-31', '2026-02-01', { due: ['2026-01-31', '2026-02-01'] }],
  ['extra', { a: 1 }, { a: 2 }, { extra: ['{\n  "a": 1\n}', '{\n  "a": 2\n}'] }],
  [
    'text',
    [paragraph('A text')],
    [
      paragraph('A text', { bold: true }),
      { type: 'heading', level: 2, children: [{ type: 'text', text: 'B' }] },
    ],
    { text: ['A text', '**A text**\n\n## B'] },
  ],
  ['customer', customers[0], customers[1], { customer: [['Ada'], ['Bob']] }],
  // Of those that both have, nothing is told.
  ['watchers', [customers[0]], customers, { watchers: [[], ['Bob']] }],
  ['attachment', files[0], files[1], { attachment: ['a.png', 'b.png'] }],
  ['attachments', files, [files[1]], { attachments: ['a.png\nb.png', 'b.png'] }],
  ['link', { label: 'a' }, { label: 'b' }, { 'link › label': ['a', 'b'] }],
  [
    'estimates',
    [{ hours: 1 }, { hours: 2 }],
    [{ hours: 1 }, { hours: 3, links: [{ label: 'c' }] }],
    { 'estimates › 2 › hours': ['2', '3'], 'estimates › 2 › links › 1 › label': [null, 'c'] },
  ],
  [
    'zone',
    [{ __component: 'work.link', label: 'a' }],
    [{ __component: 'work.link', label: 'a' }, { __component: 'work.estimate' }],
    { 'zone › 2 · Estimate': [null, ''] },
  ],
  ['passphrase', 'very secret', 'more secret', {}],
];
