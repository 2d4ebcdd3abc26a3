'use strict';

// How long a page of the panel takes until it can be used, in the system's Chromium.
const { chromium } = require('@playwright/test');
const { CHROMIUM_ARGS, chromiumPath } = require('../../scripts/chromium');
const { logIn, newPage } = require('../../scripts/visitor');
const { median } = require('../figures');
const { untilDelivered } = require('../load');
const { TICKET } = require('../seed');
const {
  file,
  projectToken,
  seedDeliveries,
  seedTickets,
  subscribe,
  withApplications,
  withReceiver,
} = require('../setup');

const TICKETS = 500;
const EVENTS = 500;
const DECISIONS = 20;
const ROUNDS = 5;
/** Each visitor opens a page twice. */
const CACHES = ['empty', 'warm'];

const PLUGIN = '/admin/plugins/work-tracking';
const OPENED = 'section[aria-label$="BENCH-1"]';

/** The page that the plugin's pages are compared with. */
const HOME = "Strapi's home: greeting, first of the last edited entries";

/** The pages, each with its address and the CSS selectors of what must be shown, and enabled, before it is usable. */
const PAGES = {
  [HOME]: ['/admin', 'main h1', 'main section tbody tr'],
  'board: first card, button for a new ticket': [
    `${PLUGIN}/board`,
    '[data-ticket] a',
    'button[aria-keyshortcuts="c"]',
  ],
  'ticket at its own address: title, menu of moves': [
    `${PLUGIN}/board/BENCH-1`,
    `${OPENED} h3`,
    `${OPENED} button[aria-haspopup="menu"]`,
  ],
  'inbox: first decision, button to resolve it': [
    `${PLUGIN}/inbox`,
    'article h2',
    'article form button[type="submit"]',
  ],
  'deliveries: filters, first delivery': [`${PLUGIN}/deliveries`, '[role="combobox"]', 'tbody a'],
  'subscriptions: first one and its buttons': [`${PLUGIN}/subscriptions`, 'tbody a', 'tbody button'],
  'projects and tokens: first project, first token with its button': [
    `${PLUGIN}/tokens`,
    'tbody a',
    'section ~ section tbody button',
  ],
};

/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */
/** @typedef {{ checkVisibility(options: object): boolean, matches(selector: string): boolean }} Element */
/** @typedef {{ document: { querySelectorAll(selector: string): Iterable<Element> } }} Window of the browser */

/** @param {import('../setup').Context} context */
const measurePages = (context) =>
  withReceiver((receiver) =>
    withApplications(context, [{ BENCH_PANEL: 'true' }], async (app) => {
      await fill(app, receiver.url);
      const login = /** @type {{ email: string, password: string }} */ (await app.call('administrator'));
      const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
      try {
        const page = await newPage(browser, app.url);
        await logIn(page, login);
        const storageState = await page.context().storageState();
        await page.context().close();
        return await measure(context.quick ? 1 : ROUNDS, () =>
          browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 810 }, storageState }),
        );
      } finally {
        await browser.close();
      }
    }),
  );

/**
 * A project with something on each page.
 * @param {import('../application').Application} app
 * @param {string} receiver
 */
async function fill(app, receiver) {
  const token = await projectToken(app, 'BENCH');
  await subscribe(app, token, receiver);
  await seedTickets(app, { uid: 'plugin::work-tracking.ticket', project: 'BENCH', rows: TICKETS });
  await file(app, token, '/tickets', TICKET);
  const options = ['Now', 'Later'].map((title) => ({ id: title.toLowerCase(), title }));
  for (let index = 1; index <= DECISIONS; index += 1) {
    const title = `When do we move the export (${index})?`;
    const decision = { slug: `export-${index}`, title, body_markdown: TICKET.body, frontmatter: { options } };
    await file(app, token, '/decisions', decision);
  }
  await seedDeliveries(app, 'BENCH', EVENTS);
  await app.call('release');
  await app.call('wake');
  await untilDelivered(app);
}

/**
 * @param {number} rounds
 * @param {() => Promise<BrowserContext>} newVisitor somebody logged in, with an empty cache
 * @returns {Promise<import('../setup').Line[]>}
 */
async function measure(rounds, newVisitor) {
  /** @type {{ name: string, cache: string, ms: number }[]} */
  const visits = [];
  // The first round, which the server has to get going in, does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, [address = '', ...usable]] of Object.entries(PAGES)) {
      const visitor = await newVisitor();
      for (const cache of CACHES) {
        const ms = await msUntilUsable(visitor, address, usable);
        process.stderr.write(`${name}; ${cache} cache: ${ms.toFixed(0)} ms\n`);
        if (round > 0) visits.push({ name, cache, ms });
      }
      await visitor.close();
    }
  }
  return Object.keys(PAGES).flatMap((name) =>
    CACHES.map((cache) => {
      const [all = [], home = []] = [name, HOME].map((page) =>
        visits.filter((visit) => visit.name === page && visit.cache === cache).map(({ ms }) => ms),
      );
      const compared = median(all.map((ms, round) => ms / (home[round] ?? NaN))).toFixed(1);
      return {
        measure: `${name}; ${cache} cache`,
        figure: `${median(all).toFixed(0)} ms`,
        beside: `at worst ${Math.max(...all).toFixed(0)} ms of ${rounds}; ${compared} times Strapi's home`,
      };
    }),
  );
}

/**
 * Opens a page in a new tab.
 * @param {BrowserContext} visitor
 * @param {string} address
 * @param {string[]} usable CSS selectors
 * @returns {Promise<number>} milliseconds from the start of the navigation until each has an element that is shown and
 * enabled
 */
async function msUntilUsable(visitor, address, usable) {
  const page = await visitor.newPage();
  await page.goto(address, { waitUntil: 'commit' });
  // Looks with every frame, where a locator would look every half second in the end.
  const time = await page.waitForFunction((selectors) => {
    const { document } = /** @type {Window} */ (/** @type {unknown} */ (globalThis));
    const isUsable = (/** @type {Element} */ element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches(':disabled, [aria-disabled="true"]');
    const areUsable = selectors.every((selector) => [...document.querySelectorAll(selector)].some(isUsable));
    return areUsable && performance.now();
  }, usable);
  const ms = Number(await time.jsonValue());
  await page.close();
  return ms;
}

module.exports = { measurePages };
