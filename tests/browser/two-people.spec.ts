import type { Page } from '@playwright/test';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileTicket, newProject } from '../support/api';
import { card, column, openBoard } from './support/board';
import { holdRequests } from './support/held';
import { pageOf } from './support/panel';
import { expect, test } from './support/test';

test('two people at one board and one ticket see what the other does, and lose nothing that they typed', async ({
  browser,
  page,
  server,
}) => {
  test.slow();
  const api = await newProject(server);
  const { ref } = await fileTicket(api, { title: 'Coffee runs out' });
  const grace = await newColleague(server, await logInAdmin(server), [
    { action: actionId('board.read') },
    { action: actionId('ticket.move') },
    { action: actionId('comment.write') },
    mayInContentManager('read', 'project', ['key', 'name']),
    mayInContentManager('read', 'ticket', ['title', 'state', 'project', 'number', 'body', 'priority']),
    mayInContentManager('update', 'ticket', ['title', 'priority']),
  ]);
  const desk = await pageOf(browser, server, grace);
  const ticketOn = (screen: typeof page) => screen.getByRole('region', { name: `Ticket ${String(ref)}` });
  const titleOn = (screen: typeof page) => ticketOn(screen).getByRole('textbox', { name: 'Title' });

  await Promise.all([openBoard(page, api), openBoard(desk, api)]);
  await card(column(desk, 'Open'), 'Coffee runs out')
    .getByRole('button', { name: 'Move “Coffee runs out”' })
    .click();
  await desk.getByRole('menuitem', { name: 'In progress' }).click();
  const moved = card(column(page, 'In progress'), 'Coffee runs out');
  await expect(moved).toBeVisible();

  await moved.getByRole('link').click();
  await card(column(desk, 'In progress'), 'Coffee runs out').getByRole('link').click();
  // One of them changes the priority while the other types a title: that is no matter to either.
  await ticketOn(desk).getByRole('button', { name: 'Edit: Title' }).click();
  await titleOn(desk).fill('Tea runs out');
  await ticketOn(page).getByRole('combobox', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'P0' }).click();
  await expect(ticketOn(desk).getByRole('combobox', { name: 'Priority' })).toHaveText('P0');
  await expect(titleOn(desk)).toHaveValue('Tea runs out');
  await ticketOn(page).getByRole('button', { name: 'Edit: Title' }).click();
  await titleOn(page).fill('Milk runs out');
  await titleOn(desk).press('Enter');
  await expect(ticketOn(desk).getByRole('heading', { name: 'Tea runs out' })).toBeVisible();
  await titleOn(page).press('Enter');
  const question = ticketOn(page).getByRole('alertdialog', { name: /changed this meanwhile: Title/ });
  await expect(question.getByText('Tea runs out', { exact: true })).toBeVisible();
  await expect(titleOn(page)).toHaveValue('Milk runs out');
  await question.getByRole('button', { name: 'Save mine' }).click();
  for (const screen of [page, desk]) {
    await expect(ticketOn(screen).getByRole('heading', { name: 'Milk runs out' })).toBeVisible();
    await expect(card(column(screen, 'In progress'), 'Milk runs out')).toBeVisible();
  }

  // Both write a comment, and each is its author's.
  const written: [typeof page, string][] = [
    [page, 'I buy some.'],
    [desk, 'So do I.'],
  ];
  for (const [screen, text] of written)
    await ticketOn(screen).getByRole('textbox', { name: 'Add a comment' }).fill(text);
  await Promise.all(
    written.map(([screen]) =>
      ticketOn(screen).getByRole('textbox', { name: 'Add a comment' }).press('ControlOrMeta+Enter'),
    ),
  );
  for (const [screen, own] of written) {
    const comments = ticketOn(screen).getByRole('region', { name: 'Comments' });
    for (const [, text] of written) await expect(comments.getByText(text)).toBeVisible();
    await expect(comments.getByRole('button', { name: 'Edit comment' })).toHaveCount(1);
    await expect(
      comments.getByRole('listitem').filter({ hasText: own }).getByRole('button', { name: 'Edit comment' }),
    ).toBeVisible();
  }
  await expect(ticketOn(page).getByText('Grace Hopper').first()).toBeVisible();
  await desk.context().close();
});

test('two people who choose an assignee and a priority at once see both, and are asked which shall be', async ({
  browser,
  page,
  server,
}) => {
  const api = await newProject(server);
  const { ref } = await fileTicket(api, { title: 'Sugar runs out' });
  const fields = ['priority', 'assignee'];
  const grace = await newColleague(server, await logInAdmin(server), [
    { action: actionId('board.read') },
    // Whom tickets can be assigned to.
    { action: actionId('ticket.move') },
    mayInContentManager('read', 'project', ['key', 'name']),
    mayInContentManager('read', 'ticket', ['title', 'state', 'project', 'number', ...fields]),
    mayInContentManager('update', 'ticket', fields),
  ]);
  const desk = await pageOf(browser, server, grace);
  const ticketOn = (screen: Page) => screen.getByRole('region', { name: `Ticket ${String(ref)}` });
  const fieldOn = (screen: Page, name: string) => ticketOn(screen).getByRole('combobox', { name });
  const choose = async (screen: Page, name: string, value: string) => {
    await fieldOn(screen, name).click();
    // Other specs have colleagues of the same name.
    await screen.getByRole('option', { name: value }).first().click();
    await expect(fieldOn(screen, name)).toContainText(value);
  };
  const stored = async () => {
    const { priority, assignee } = (await api.get(`/tickets/${String(ref)}`).expect(200)).body.ticket;
    return [priority, assignee?.name];
  };
  for (const screen of [page, desk]) {
    await screen.goto(`/admin/plugins/work-tracking/board/${String(ref)}?project=${api.tenantId}`);
    await expect(ticketOn(screen).getByRole('heading', { name: 'Sugar runs out' })).toBeVisible();
  }

  // What Ada chooses is on its way while Grace chooses something else.
  const held = await holdRequests(page, '**/work-tracking/board/tickets/*', 'PUT');
  await choose(page, 'Assignee', 'Ada Lovelace');
  await choose(page, 'Priority', 'P0');
  await held.sent;
  await choose(desk, 'Assignee', 'Grace Hopper');
  await choose(desk, 'Priority', 'P1');
  await expect.poll(stored).toEqual(['P1', 'Grace Hopper']);
  held.letGo();

  const question = (name: string) =>
    ticketOn(page).getByRole('alertdialog', { name: new RegExp(`changed this meanwhile: ${name}$`) });
  for (const [name, theirs, mine] of [
    ['Assignee', 'Grace Hopper', 'Ada Lovelace'],
    ['Priority', 'P1', 'P0'],
  ] as const) {
    await expect(question(name).getByText(theirs, { exact: true })).toBeVisible();
    await expect(question(name).getByText(mine, { exact: true })).toBeVisible();
    await expect(fieldOn(page, name)).toContainText(mine);
  }
  // Until the questions are answered, what was saved first stays.
  expect(await stored()).toEqual(['P1', 'Grace Hopper']);
  await expect(ticketOn(desk).getByRole('alertdialog')).toHaveCount(0);

  await question('Assignee').getByRole('button', { name: 'Save mine' }).click();
  await expect(question('Assignee')).toBeHidden();
  await question('Priority').getByRole('button', { name: 'Keep theirs' }).click();
  await expect(ticketOn(page).getByRole('alertdialog')).toHaveCount(0);
  await expect.poll(stored).toEqual(['P1', 'Ada Lovelace']);
  for (const screen of [page, desk]) {
    await expect(fieldOn(screen, 'Assignee')).toContainText('Ada Lovelace');
    await expect(fieldOn(screen, 'Priority')).toContainText('P1');
  }
  await desk.context().close();
});
