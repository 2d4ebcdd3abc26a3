import { fileDecision, newProject, subscribe } from '../support/api';
import { startReceiver } from '../support/receiver';
import { expectNoFault } from './support/accessibility';
import { openForm, sidePanel } from './support/content-manager';
import { expect, test } from './support/test';

const OPTIONS = [
  { id: 'loud', title: 'Loudly' },
  { id: 'soft', title: 'Softly' },
];

test('a decision is resolved from its form: an option, a verdict, a note; then it can only be read', async ({
  page,
  server,
}) => {
  test.slow();
  const receiver = await startReceiver();
  const api = await newProject(server);
  await subscribe(api, receiver.url, { event_types: ['decision.resolved'] });
  const decision = await fileDecision(api, { title: 'How?', frontmatter: { options: OPTIONS } });
  await openForm(page, 'decision', decision.id);
  const options = sidePanel(page, 'Options');
  await expect(options.getByRole('listitem')).toHaveText(['Loudly', 'Softly']);
  await expectNoFault(page, 'aside:has(ul[aria-label=Options])');

  await page.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog');
  await expectNoFault(page, '[role=dialog]');
  await dialog.getByRole('radio', { name: 'Softly' }).click();
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('approved');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('They are near.');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('The decision is resolved.')).toBeVisible();

  const resolution = sidePanel(page, 'Resolution');
  await expect(resolution).toContainText('approved');
  await expect(resolution).toContainText('They are near.');
  await expect(
    resolution.getByRole('listitem').filter({ hasText: 'Softly' }).getByLabel('Chosen'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resolve' })).toHaveCount(0);
  for (const name of ['Verdict', 'Chosen option', 'Note']) {
    await expect(page.getByRole('textbox', { name })).toBeDisabled();
  }
  await expect(sidePanel(page, 'History').getByRole('listitem').first()).toContainText('Resolved');
  const [event] = await receiver.until(1);
  expect(event!.body.data.frontmatter).toMatchObject({
    status: 'resolved',
    resolution: { verdict: 'approved', option_id: 'soft', note: 'They are near.' },
  });
  await expect(sidePanel(page, 'Deliveries')).toContainText('decision.resolved');
  await receiver.close();
});
