import type { Page } from '@playwright/test';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { ARTICLES, inCode } from '../support/documents';
import type { TestServer } from '../support/server';
import { expectNoFault } from './support/accessibility';
import { holdRequests } from './support/held';
import { pageOf } from './support/panel';
import { expect, hostTest as test } from './support/test';

const HOMEPAGE = 'api::homepage.homepage';

let api: Api;
test.beforeEach(async ({ host: { server } }) => {
  api = await newProject(server);
});

const newEntry = (server: TestServer, uid: string, data: object) => inCode(server, uid, 'create', { data });

const article = (id: string, locale: string | null = null) => ({ type: ARTICLES, id, locale });
const content = (page: Page) => page.getByRole('group', { name: 'Content' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Choose entries' });
const shownTicket = (page: Page, ref: unknown) =>
  page.goto(`/admin/plugins/work-tracking/board/${String(ref)}?project=${api.tenantId}`);

/** Finds an entry by its title in the dialog, and adds it. */
async function choose(page: Page, type: string, title: string) {
  await page.getByRole('button', { name: 'Add entries' }).click();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: type, exact: true }).click();
  await dialog(page).getByRole('searchbox', { name: 'Title' }).fill(title);
  await dialog(page).getByRole('checkbox', { name: title }).check();
  await dialog(page).getByRole('button', { name: 'Add one' }).click();
  await expect(dialog(page)).toBeHidden();
}

test('entries are found by their title and added to a ticket, and taken away again', async ({
  host: { server },
  page,
}) => {
  const title = `Coffee for ${api.projectKey}`;
  const id = await newEntry(server, ARTICLES, { title });
  const { ref } = await fileTicket(api, { title: 'Buy beans' });
  const stored = async () => (await api.get(`/tickets/${String(ref)}`).expect(200)).body.ticket.content;
  await shownTicket(page, ref);
  await choose(page, 'Article', title);
  const link = content(page).getByRole('link', { name: title });
  await expect(link).toBeVisible();
  await expect.poll(stored).toEqual([article(id)]);
  await expect(content(page).getByText('Article', { exact: true })).toBeVisible();

  // What is there already can't be chosen again.
  await page.getByRole('button', { name: 'Add entries' }).click();
  await dialog(page).getByRole('searchbox', { name: 'Title' }).fill(title);
  await expect(dialog(page).getByRole('checkbox', { name: title })).toBeDisabled();
  await expectNoFault(page, '[role="dialog"]');
  // The first clears the search.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  await link.click();
  await expect(page).toHaveURL(new RegExp(`/collection-types/${ARTICLES}/${id}`));
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.goBack();
  await content(page)
    .getByRole('button', { name: `Take away ${title}` })
    .click();
  await expect.poll(stored).toEqual([]);
  await expect(content(page).getByRole('link')).toHaveCount(0);
  await expect(content(page)).toBeFocused();
});

test('of entries that two people add at once both are shown, and one of them decides', async ({
  host: { server },
  page,
}) => {
  const [mine, theirs] = [`Oat for ${api.projectKey}`, `Soy for ${api.projectKey}`];
  const [myId, theirId] = [
    await newEntry(server, ARTICLES, { title: mine }),
    await newEntry(server, ARTICLES, { title: theirs }),
  ];
  const { ref } = await fileTicket(api, { title: 'Which milk?' });
  const decision = await fileDecision(api, { title: 'Which one?' });
  await shownTicket(page, ref);
  await expect(page.getByRole('heading', { name: 'Which milk?' })).toBeVisible();
  // The page would show their change before the user has chosen.
  await page.route('**/work-tracking/*/changes*', (route) => route.abort());
  await api.patch(`/tickets/${String(ref)}`, { content: [article(theirId)] }).expect(200);
  await choose(page, 'Article', mine);
  const question = page.getByRole('alertdialog', { name: /changed this meanwhile: Content/ });
  for (const title of [mine, theirs]) await expect(question.getByRole('link', { name: title })).toBeVisible();
  await expectNoFault(page, '[role="alertdialog"]');
  await question.getByRole('button', { name: 'Save mine' }).click();
  await expect(question).toBeHidden();
  await expect
    .poll(async () => (await api.get(`/tickets/${String(ref)}`)).body.ticket.content)
    .toEqual([article(myId)]);
  await page.unroute('**/work-tracking/*/changes*');

  await page.goto(`/admin/plugins/work-tracking/inbox/${decision.id as string}`);
  const held = await holdRequests(page, '**/decisions/*/content', 'PUT');
  await choose(page, 'Article', mine);
  await api.patch(`/decisions/${decision.id as string}`, { content: [article(theirId)] }).expect(200);
  held.letGo();
  await expect(page.getByText('This was changed meanwhile')).toBeVisible();
  await expect(content(page).getByRole('link', { name: theirs })).toBeVisible();
});

test('each reference says what it is: a title, an entry of one, none any more', async ({
  host: { server },
  page,
}) => {
  const homepage = await newEntry(server, HOMEPAGE, { isOpen: true });
  const gone = await newEntry(server, ARTICLES, { title: 'Going' });
  const title = `Tea for ${api.projectKey}`;
  const id = await newEntry(server, ARTICLES, { title });
  await inCode(server, ARTICLES, 'delete', { documentId: gone });
  const about = [{ type: HOMEPAGE, id: homepage, locale: null }, article(gone), article(id, 'en')];
  const { ref } = await fileTicket(api, { title: 'About three', content: about });
  const decision = await fileDecision(api, { title: 'About three, too', content: about });
  const isShown = async () => {
    await expect(content(page).getByRole('listitem')).toHaveText([
      /^Homepage/,
      new RegExp(`^No longer there Article · ${gone}`),
      new RegExp(`^${title} Article · en`),
    ]);
  };
  await shownTicket(page, ref);
  await isShown();
  await expectNoFault(page, 'section');
  await page.goto(`/admin/plugins/work-tracking/inbox/${decision.id as string}`);
  await isShown();
  await content(page).getByRole('link', { name: 'Homepage' }).click();
  await expect(page).toHaveURL(new RegExp(`/single-types/${HOMEPAGE}`));
  await expect(page.getByRole('checkbox', { name: 'isOpen' })).toBeChecked();
});

test('a reader who may not read an entry is told so, and nothing else of it', async ({
  host: { server },
  browser,
}) => {
  const title = `Secret of ${api.projectKey}`;
  const id = await newEntry(server, ARTICLES, { title });
  const decision = await fileDecision(api, { title: 'About what few may read', content: [article(id)] });
  const reader = await newColleague(server, await logInAdmin(server), [
    { action: actionId('decision.read') },
    mayInContentManager('read', 'decision', ['title', 'state', 'content', 'project']),
  ]);
  const page = await pageOf(browser, server, reader);
  await page.goto(`/admin/plugins/work-tracking/inbox/${decision.id as string}`);
  await expect(content(page).getByRole('listitem')).toHaveText([/^An entry you may not read/]);
  await expect(content(page).getByRole('link')).toHaveCount(0);
  await expect(page.getByText(title)).toHaveCount(0);
  await page.context().close();
});

test('entries are chosen in the forms of the content manager, in one locale of them', async ({
  host: { server },
  page,
}) => {
  await server.run(async (strapi) => {
    const locales = strapi.plugin('i18n').service('locales');
    if (!(await locales.findByCode('de'))) await locales.create({ code: 'de', name: 'German (de)' });
  });
  const title = `Milk for ${api.projectKey}`;
  const id = await newEntry(server, ARTICLES, { title });
  const decision = await fileDecision(api, { title: 'Oat or cow?' });
  await page.goto(
    `/admin/content-manager/collection-types/plugin::work-tracking.decision/${decision.id as string}`,
  );
  await page.getByRole('button', { name: 'Add entries' }).click();
  await dialog(page).getByRole('combobox', { name: 'Locale' }).click();
  await page.getByRole('option', { name: 'German (de)' }).click();
  await dialog(page).getByRole('searchbox', { name: 'Title' }).fill(title);
  await dialog(page)
    .getByRole('checkbox', { name: `${title} · de` })
    .check();
  await dialog(page).getByRole('button', { name: 'Add one' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(content(page).getByRole('listitem')).toHaveText([new RegExp(`^${title} Article · de`)]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await api.get(`/decisions/${decision.id as string}`)).body.decision.content)
    .toEqual([article(id, 'de')]);
  await page.reload();
  await expect(content(page).getByRole('link', { name: title })).toHaveAttribute('href', /locale.*=de/);
});

test('a decision gets its entries in the inbox, and a ticket when it is filed on the board', async ({
  host: { server },
  page,
}) => {
  const title = `Sugar for ${api.projectKey}`;
  const id = await newEntry(server, ARTICLES, { title });
  const decision = await fileDecision(api, { title: 'With sugar?' });
  const stored = async () =>
    (await api.get(`/decisions/${decision.id as string}`).expect(200)).body.decision.content;
  await page.goto(`/admin/plugins/work-tracking/inbox/${decision.id as string}`);
  await choose(page, 'Article', title);
  await expect.poll(stored).toEqual([article(id)]);
  await content(page)
    .getByRole('button', { name: `Take away ${title}` })
    .click();
  await expect.poll(stored).toEqual([]);
  await expect(content(page).getByRole('link')).toHaveCount(0);

  await page.goto(`/admin/plugins/work-tracking/board?project=${api.tenantId}`);
  await page.getByRole('button', { name: 'New ticket', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New ticket' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Buy sugar');
  await choose(page, 'Article', title);
  await expect(form).toBeVisible();
  await expect(content(page).getByRole('link', { name: title })).toBeVisible();
  await form.getByRole('button', { name: 'File it' }).click();
  await expect(form).toBeHidden();
  const { body } = await api.get(`/tickets/${api.projectKey}-1`).expect(200);
  expect(body.ticket).toMatchObject({ title: 'Buy sugar', content: [article(id)] });
});
