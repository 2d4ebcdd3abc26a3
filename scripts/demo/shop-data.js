'use strict';

/** A day from now at noon, so that a date does not depend on the hour. */
const inDays = (/** @type {number} */ days) => {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + days);
  date.setUTCHours(12, 0, 0, 0);
  return date.toISOString();
};

/**
 * @typedef {object} SampleTicket
 * @property {string} title
 * @property {string} [priority]
 * @property {string} [type]
 * @property {string} [effort]
 * @property {string[]} [labels]
 * @property {number} [person] which of the people it is assigned to
 * @property {number} [dueInDays]
 * @property {string} [body]
 * @property {string[]} [moves] the statuses that it goes through
 * @property {string[]} [comments]
 * @property {number} daysAgo since its last change
 */

const CHECKOUT = `Addresses in **Ireland** and 香港 have no postcode, and the form asks for one.

- The field is required for every country
- 「郵便番号」 is checked for seven digits, also where it is optional

> I gave up after three tries 😕
`;

/** @type {SampleTicket[]} */
const TICKETS = [
  {
    title: 'Checkout fails for addresses without a postcode',
    priority: 'P0',
    type: 'bug',
    effort: 'M',
    labels: ['checkout', '香港'],
    person: 0,
    dueInDays: 2,
    body: CHECKOUT,
    moves: ['in_progress'],
    comments: [
      'It comes from the address form, not from the payment: see the log of **Tuesday**.',
      '了解しました。配送チームにも確認します 🙏',
    ],
    daysAgo: 0.1,
  },
  { title: 'Show the delivery date in the basket', type: 'feature', effort: 'S', daysAgo: 3 },
  {
    title: '領収書をPDFで保存できるようにする',
    priority: 'P1',
    type: 'feature',
    labels: ['請求'],
    person: 1,
    dueInDays: 5,
    daysAgo: 1,
  },
  {
    title: 'Export orders as CSV',
    priority: 'P3',
    type: 'feature',
    effort: 'L',
    labels: ['export'],
    daysAgo: 6,
  },
  { title: 'Größen in der Übersicht falsch sortiert', type: 'bug', effort: 'S', daysAgo: 8 },
  {
    title: 'Retry payments that time out 💳',
    priority: 'P1',
    type: 'feature',
    effort: 'M',
    labels: ['payments'],
    person: 1,
    dueInDays: -1,
    moves: ['in_progress'],
    daysAgo: 2,
  },
  {
    title: 'Two coupons can be used at once',
    priority: 'P1',
    type: 'bug',
    effort: 'S',
    person: 2,
    moves: ['in_progress'],
    daysAgo: 5,
  },
  {
    title: 'Move invoices to the new provider',
    type: 'chore',
    effort: 'L',
    labels: ['請求', 'waiting'],
    person: 2,
    moves: ['in_progress', 'blocked'],
    comments: ['Waiting for their sandbox.'],
    daysAgo: 4,
  },
  {
    title: '환불 내역이 두 번 표시됩니다',
    priority: 'P1',
    type: 'bug',
    person: 0,
    moves: ['in_progress', 'in_review'],
    daysAgo: 1,
  },
  {
    title: 'Sort search results by rating ⭐',
    type: 'feature',
    effort: 'M',
    labels: ['search'],
    person: 2,
    moves: ['in_progress', 'in_review'],
    daysAgo: 3,
  },
  {
    title: 'Prices are rounded twice',
    priority: 'P0',
    type: 'bug',
    effort: 'S',
    person: 1,
    moves: ['in_progress', 'done'],
    daysAgo: 2,
  },
  {
    title: '商品图片加载太慢',
    type: 'bug',
    labels: ['性能'],
    person: 0,
    moves: ['in_progress', 'done'],
    daysAgo: 5,
  },
  {
    title: 'Log in with a passkey 🔑',
    priority: 'P1',
    type: 'feature',
    effort: 'L',
    person: 2,
    moves: ['in_progress', 'in_review', 'done'],
    daysAgo: 9,
  },
  {
    title: 'Support for old browsers',
    priority: 'P3',
    type: 'chore',
    moves: ['cancelled'],
    daysAgo: 7,
  },
];

const RETENTION = `Every delivery attempt is a row. They are read when a receiver asks what went wrong, and hardly ever after that.

| Period     | Rows        | Backup |
| ---------- | ----------: | -----: |
| 30 days    |   1,200,000 |  0.4 GB |
| ninety days | 3,600,000 |  1.2 GB |

- growing by **40,000 a day**
- 监管要求至少保留 30 天 📦
`;

/**
 * @typedef {object} SampleDecision
 * @property {string} slug
 * @property {string} title
 * @property {string} [body]
 * @property {{ id: string, title: string, description?: string }[]} [options]
 * @property {{ status: string, option_id?: string, note?: string }} [resolution]
 * @property {number} daysAgo since it was filed
 */

/** @type {SampleDecision[]} */
const DECISIONS = [
  {
    slug: 'attempt-retention',
    title: 'How long do we keep delivery attempts?',
    body: RETENTION,
    options: [
      { id: '30d', title: 'Thirty days', description: 'What the law asks for.' },
      { id: '90d', title: 'Ninety days', description: 'A quarter can be looked back on.' },
      { id: 'for-ever', title: 'For ever' },
    ],
    daysAgo: 4,
  },
  { slug: 'old-format', title: 'Do we drop the old webhook format?', daysAgo: 3 },
  {
    slug: 'second-region',
    title: '第二のリージョンはどこにしますか？',
    options: [
      { id: 'tokyo', title: '東京 🗼' },
      { id: 'osaka', title: '大阪' },
    ],
    daysAgo: 2,
  },
  { slug: 'freeze', title: 'Is there a release freeze in December? ❄️', daysAgo: 1 },
  {
    slug: 'currency',
    title: 'Which currency do prices start in?',
    options: [
      { id: 'eur', title: 'Euro' },
      { id: 'jpy', title: '日本円' },
    ],
    resolution: { status: 'approved', option_id: 'eur', note: 'Most customers pay in it.' },
    daysAgo: 6,
  },
  {
    slug: 'own-payments',
    title: 'Do we run payments ourselves?',
    resolution: { status: 'rejected', note: 'Not with a team of four.' },
    daysAgo: 9,
  },
];

/** The first of them is the demo's administrator. */
const PEOPLE = [
  { email: 'grace@example.com', firstname: 'Grace', lastname: 'Hopper' },
  { email: 'lin@example.com', firstname: '林', lastname: '小美' },
];

module.exports = { DECISIONS, PEOPLE, TICKETS, inDays };
