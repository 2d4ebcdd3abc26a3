import { expectNoFault } from './support/accessibility';
import { expect, hostTest as test } from './support/test';

const OTHERS = {
  project: { key: 'SIGN', name: 'Sign-off' },
  signers: ['Ada Lovelace', 'Grace Hopper'],
  hasOtherSigners: false,
};

for (const [what, given, sentence] of [
  [
    'no project',
    { ...OTHERS, project: { key: 'SIGN', name: null } },
    'There is no project SIGN: until it is made, nothing of these types is published.',
  ],
  [
    'nobody who may approve',
    { ...OTHERS, signers: [] },
    'Nobody may approve anything: give a role the permission “Resolve decisions”, and let it read decisions.',
  ],
  [
    'one person who may approve',
    { ...OTHERS, signers: ['Ada Lovelace'] },
    'Only Ada Lovelace may approve. What Ada Lovelace has asked for or changed last nobody can: give somebody else the ' +
      'permission “Resolve decisions”, too.',
  ],
  ['nothing missing', OTHERS, undefined],
  ['nothing missing, with more than it names', { ...OTHERS, hasOtherSigners: true }, undefined],
] as const) {
  test(`the settings say what stands in the way of approvals: ${what}`, async ({ page }) => {
    const isAsked = ({ pathname }: URL) => pathname === '/work-tracking/sign-off';
    await page.route(isAsked, async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({ response: answer, json: { data: { ...data, ...given } } });
    });
    await page.goto('/admin/settings/work-tracking/sign-off');
    const names = given.signers.join(', ') || 'Nobody';
    const others = given.hasOtherSigners ? ' and others' : '';
    await expect(page.getByRole('region', { name: 'Who may approve' })).toContainText(`${names}${others}`);
    const said = page.getByRole('main').getByRole('status');
    await expect(said).toHaveText(sentence === undefined ? [] : [sentence]);
  });
}

test('the settings show the rules, and who may approve', async ({ page }) => {
  await page.goto('/admin/settings/work-tracking/sign-off');
  await expect(page.getByRole('heading', { name: 'Sign-off', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /Article.*Not published while a decision/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Who may approve' })).toContainText('Ada Lovelace');
  await expectNoFault(page);
});
