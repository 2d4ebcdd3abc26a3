import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague } from '../support/admin';
import { fileTicket, newProject } from '../support/api';
import { card, column, openBoard } from './support/board';
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
