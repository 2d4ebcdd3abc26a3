import { expect, type Locator, type Page } from '@playwright/test';
import { boardPlaces, ticketPlaces } from './board-places';
import { contentOf } from './content-manager';
import type { PanelData } from './panel-data';
import { addressOf, button, type Place } from './place';
import type { Text } from './texts';

/** All places of the panel, each filled, with all their dialogs. */
export function placesOf(page: Page, text: Text, data: PanelData): Place[] {
  return [
    ...boardPlaces(page, text, data),
    ...ticketPlaces(page, text, data),
    ...pagePlaces(page, text, data),
    ...strapiPlaces(page, text, data),
  ];
}

/** The places of an application in which there is no project. */
export function emptyPlaces(page: Page, text: Text): Place[] {
  const guide = page.getByRole('region', { name: text('start.title') });
  const create = button(guide, text('start.project'));
  return [
    {
      name: 'first-run guide',
      address: 'plugins/work-tracking/board',
      shows: create,
      dialogs: {
        'first project': {
          opener: create,
          fill: async (dialog) => {
            await dialog.getByRole('textbox', { name: text('projects.name') }).fill('Mobile app');
            await button(dialog, text('start.more')).click();
          },
        },
      },
    },
  ];
}

function pagePlaces(page: Page, text: Text, { api, url, pending, dead, decision }: PanelData): Place[] {
  const ours = 'plugins/work-tracking';
  const of = `?project=${api.tenantId}`;
  const issue = button(page, text('tokens.issueFor', { key: api.projectKey }));
  const refusal = page.getByRole('main').getByRole('alert').first();
  const choose = async (dialog: Locator, field: string, option: string) => {
    await dialog.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).first().click();
  };
  return [
    {
      name: 'inbox',
      address: `${ours}/inbox${of}&status=open`,
      shows: page.getByRole('article', { name: decision.title }),
      dialogs: { 'keyboard shortcuts': { opener: button(page, text('shortcuts.title')) } },
    },
    {
      name: 'resolved decisions',
      address: `${ours}/inbox${of}&status=resolved`,
      shows: page.getByRole('article', { name: 'Resolved one' }),
    },
    {
      name: 'deliveries',
      address: `${ours}/deliveries${of}`,
      shows: page.locator('.recharts-bar-rectangle path').first(),
      dialogs: {
        'bulk resend': {
          opener: button(page, text('deliveries.bulkResend')),
          fill: async (dialog) => {
            await choose(dialog, text('deliveries.column.subscription'), url);
            // The button can be used once they are counted.
            await expect(dialog.getByRole('status')).toContainText(/\d/);
          },
        },
      },
    },
    {
      name: 'deliveries as a table',
      address: `${ours}/deliveries${of}`,
      shows: button(page, text('deliveries.chart.table')),
      prepare: () => button(page, text('deliveries.chart.table')).click(),
    },
    {
      name: 'waiting delivery',
      address: `${ours}/deliveries/${pending}`,
      shows: button(page, text('deliveries.cancel')),
      dialogs: { 'cancel a delivery': { opener: button(page, text('deliveries.cancel')) } },
    },
    {
      name: 'dead delivery',
      address: `${ours}/deliveries/${dead}`,
      shows: button(page, text('deliveries.resend')),
    },
    {
      name: 'subscriptions',
      address: `${ours}/subscriptions?text=${api.projectKey}`,
      shows: button(page, text('subscriptions.secret.of', { url })),
      dialogs: {
        'switch a subscription off': { opener: button(page, text('subscriptions.switchOff')).first() },
        'switch a subscription on': { opener: button(page, text('subscriptions.switchOn')).first() },
        'replace a secret': {
          opener: button(page, text('subscriptions.secret.of', { url })),
          fill: (dialog) => button(dialog, text('field.secret.generate')).click(),
        },
      },
    },
    {
      name: 'projects and tokens',
      address: `${ours}/tokens`,
      shows: button(page, text('tokens.unbind', { name: `Bound ${api.projectKey}` })),
      dialogs: {
        'create a project': { opener: button(page, text('projects.create')) },
        'edit a project': { opener: button(page, text('projects.edit', { key: api.projectKey })) },
        'issue a token': { opener: issue },
        'issued token': {
          opener: issue,
          open: async () => {
            await issue.click();
            await button(page.getByRole('dialog'), text('tokens.issue')).click();
            await expect(page.getByRole('dialog', { name: text('tokens.issued.title') })).toBeVisible();
            await expect(page.getByRole('dialog')).toHaveCount(1);
          },
          close: async (dialog) => {
            await dialog.getByRole('checkbox').check();
            await button(dialog, text('action.done')).click();
          },
        },
        'what a token opens': {
          opener: button(page, text('tokens.opens', { name: `Bound ${api.projectKey}` })),
        },
        'bind a token': { opener: button(page, text('tokens.bind')) },
        'revoke a token': {
          opener: button(page, text('tokens.revoke', { name: `Issued ${api.projectKey}` })),
        },
        'unbind a token': {
          opener: button(page, text('tokens.unbind', { name: `Bound ${api.projectKey}` })),
        },
      },
    },
    { name: 'unknown page', address: `${ours}/nowhere`, shows: page.getByText(text('unknown.text')) },
    {
      name: 'unknown ticket',
      address: `${ours}/board/NONE-1${of}`,
      shows: refusal,
    },
    { name: 'unknown delivery', address: `${ours}/deliveries/none`, shows: refusal },
  ];
}

function strapiPlaces(page: Page, text: Text, { ticket, decision, subscription }: PanelData): Place[] {
  const move = button(page, text('board.move_to'));
  const resolve = button(page, text('resolve.submit'));
  const grid = page.getByRole('grid');
  const formOf = (type: string, id: string) => addressOf(contentOf(type, id));
  const parts = ['aside', 'main form'];
  const widgets = ['section:has([id^="plugin::work-tracking"])'];
  return [
    {
      name: 'home',
      address: '',
      shows: page.getByRole('link', { name: text('widget.tickets.all') }),
      parts: widgets,
    },
    { name: 'list of tickets', address: formOf('ticket', ''), shows: grid },
    { name: 'list of decisions', address: formOf('decision', ''), shows: grid },
    { name: 'list of subscriptions', address: formOf('webhook-subscription', ''), shows: grid },
    {
      name: 'form of a ticket',
      address: formOf('ticket', ticket.id),
      shows: move,
      parts,
      dialogs: { 'move a ticket': { opener: move } },
    },
    {
      name: 'form of a decision',
      address: formOf('decision', decision.id),
      shows: resolve,
      parts,
      dialogs: { 'resolve a decision': { opener: resolve } },
    },
    {
      name: 'form of a subscription',
      address: formOf('webhook-subscription', subscription),
      shows: button(page, text('test_event.send')),
      parts,
    },
    {
      name: 'form of a new subscription',
      address: formOf('webhook-subscription', 'create'),
      shows: page.locator('main form').getByRole('textbox').first(),
      parts,
    },
  ];
}
