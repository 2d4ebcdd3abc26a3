import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { logInAdmin, mayInContentManager, newColleague, type RolePermission } from '../support/admin';
import { newProject, subscribe } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { CONSOLE, rows } from './support/deliveries';
import { pageOf } from './support/panel';
import { expect, test } from './support/test';

const NOWHERE = 'http://127.0.0.1:9/hook';

const all = ['state', 'eventType', 'eventId', 'subscriptionId', 'attempts', 'project'];
const reader: RolePermission[] = [
  { action: actionId('delivery.read') },
  mayInContentManager('read', 'webhook-delivery', all),
  mayInContentManager('read', 'webhook-subscription', ['url']),
  mayInContentManager('read', 'webhook-resend', ['state', 'count']),
];

test('a role that may not resend sees no button for it, and is refused', async ({
  browser,
  server,
  ada: _,
}) => {
  const api = await newProject(server);
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
  const [delivery] = await insertDeliveries(server, id, [{ state: 'dead', createdAt: Date.now() }]);
  const colleague = await newColleague(server, await logInAdmin(server), reader);
  const page = await pageOf(browser, server, colleague);
  await page.goto(`${CONSOLE}?subscription=${id}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Bulk resend' })).toHaveCount(0);
  await rows(page).first().click();
  await expect(page.getByText('Your role does not let you read attempts.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend' })).toHaveCount(0);
  await colleague.post(`/work-tracking/deliveries/${delivery}/resend`, {}).expect(403);
  await colleague
    .post('/work-tracking/deliveries/resends', { subscriptionId: id, state: 'dead' })
    .expect(403);
  await page.context().close();
});

test('a role that may not read deliveries in the content manager is told so', async ({
  browser,
  server,
  ada: _,
}) => {
  const colleague = await newColleague(server, await logInAdmin(server), reader.slice(0, 1));
  const page = await pageOf(browser, server, colleague);
  await page.goto(CONSOLE);
  const alert = page.getByRole('alert').filter({ hasText: 'Your role does not let you read this' });
  await expect(alert).toContainText('Webhook delivery');
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.context().close();
});

test('a role without the action sees neither tab nor page', async ({ browser, server, ada: _ }) => {
  const colleague = await newColleague(server, await logInAdmin(server), [
    ...reader.slice(1),
    { action: actionId('board.read') },
  ]);
  const page = await pageOf(browser, server, colleague);
  await page.goto(CONSOLE);
  await expect(page.getByText("You don't have the permissions to access that content")).toBeVisible();
  await page.goto('/admin/plugins/work-tracking');
  await expect(page.getByRole('link', { name: 'Board' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Deliveries' })).toHaveCount(0);
  await page.context().close();
});
