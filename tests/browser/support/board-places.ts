import { expect, type Page } from '@playwright/test';
import type { PanelData } from './panel-data';
import { button, type Place } from './place';
import type { Text } from './texts';

/** The board and its dialogs. */
export function boardPlaces(page: Page, text: Text, { api, ticket, labelled, view }: PanelData): Place[] {
  const board = `plugins/work-tracking/board`;
  const filters = `?project=${api.tenantId}`;
  const first = page.getByRole('link', { name: ticket.title, exact: true });
  const bar = page.getByRole('region', { name: text('bulk.title') });
  const addLabel = button(bar, text('bulk.label.add'));
  const views = button(page, text('board.view.current', { name: view }));
  const inViews = (item: string) => async () => {
    await views.click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  return [
    {
      name: 'board',
      address: `${board}${filters}`,
      shows: first,
      dialogs: {
        'new ticket': { opener: button(page, text('board.new')) },
        'keyboard shortcuts': { opener: button(page, text('shortcuts.title')) },
        'save a view': { opener: views, open: inViews(text('board.view.save_as')) },
        'change a view': { opener: views, open: inViews(text('board.view.change_this', { name: view })) },
        'delete a view': { opener: views, open: inViews(text('board.view.delete_this', { name: view })) },
      },
    },
    {
      name: 'chosen tickets',
      address: `${board}${filters}`,
      shows: first,
      prepare: () =>
        page.getByRole('checkbox', { name: text('bulk.choose', { title: labelled.title }) }).click(),
      dialogs: {
        assign: { opener: button(bar, text('bulk.assign')) },
        'add a label': { opener: addLabel },
        'remove a label': { opener: button(bar, text('bulk.label.remove')) },
        'summary of what was refused': {
          opener: button(bar, text('board.move_to')),
          open: async () => {
            await addLabel.click();
            await page.getByRole('dialog').getByLabel(text('bulk.label')).fill('one too many');
            await page.keyboard.press('Enter');
            await expect(page.getByText(text('bulk.refused.explained'))).toBeVisible();
          },
        },
      },
    },
    {
      name: 'board that matches nothing',
      address: `${board}?text=nothing-like-it`,
      shows: page.locator('h1'),
    },
  ];
}

/** A ticket beside the board: as it is read, with its history, while it is edited, and where two have changed it. */
export function ticketPlaces(page: Page, text: Text, { api, ticket, contested }: PanelData): Place[] {
  const of = (ref: string) => ({
    address: `plugins/work-tracking/board/${ref}?project=${api.tenantId}`,
    column: page.getByRole('region', { name: text('ticket.open', { name: ref }) }),
  });
  const read = { ...of(ticket.ref), shows: page.getByText('What somebody says') };
  const disputed = of(contested.ref);
  const edit = (field: 'ticket.title' | 'ticket.body') =>
    button(page, text('ticket.edit', { field: text(field) }));
  const history = text('history.title');
  return [
    {
      ...read,
      name: 'ticket',
      dialogs: { 'delete a comment': { opener: button(page, text('comments.delete')).first() } },
    },
    {
      ...read,
      name: 'history of a ticket',
      prepare: async () => {
        await read.column.getByRole('tab', { name: history }).click();
        await expect(read.column.getByRole('list', { name: history })).toBeVisible();
      },
    },
    {
      ...disputed,
      name: 'ticket that somebody else has changed, too',
      shows: edit('ticket.title'),
      prepare: async () => {
        const title = disputed.column.getByRole('textbox', { name: text('ticket.title') });
        await edit('ticket.title').click();
        await title.fill(text('ticket.conflict.mine'));
        // Other words in each language, in which the same ticket is looked at.
        const theirs = text('ticket.conflict.theirs');
        await api.patch(`/tickets/${contested.ref}`, { title: theirs }).expect(200);
        await title.press('Enter');
        await expect(disputed.column.getByRole('alertdialog')).toBeVisible();
      },
    },
    {
      // The last one: what is typed is there again wherever the ticket is opened.
      ...read,
      name: 'ticket that is edited',
      prepare: async () => {
        for (const field of ['ticket.title', 'ticket.body'] as const) {
          await edit(field).click();
          await expect(read.column.getByRole('textbox', { name: text(field), exact: true })).toBeFocused();
        }
      },
    },
  ];
}
