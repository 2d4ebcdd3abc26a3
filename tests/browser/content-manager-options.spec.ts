import type { Page } from '@playwright/test';
import { fileDecision, newProject } from '../support/api';
import { expectNoFault } from './support/accessibility';
import { chooseProject, openForm } from './support/content-manager';
import { expect, test } from './support/test';

const option = (page: Page, number: number) =>
  page.getByRole('group', { name: `Option ${number}`, exact: true });
const title = (page: Page, number: number) =>
  option(page, number).getByRole('textbox', { name: 'Option title' });
const rest = (page: Page) => page.getByRole('textbox', { name: /Frontmatter|Further frontmatter/ });

async function save(page: Page): Promise<void> {
  const version = page.getByRole('textbox', { name: 'Version' });
  const before = await version.inputValue();
  await page.getByRole('button', { name: 'Save' }).click();
  // The form reads the record again, takes what was stored in place of what is in it, and has nothing to save then.
  await expect(version).not.toHaveValue(before);
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
}

test('a decision with options is made in its form, and its slug follows the title', async ({
  page,
  server,
}) => {
  test.slow();
  const api = await newProject(server);
  await openForm(page, 'decision');
  const slug = page.getByRole('textbox', { name: 'Slug' });
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Größe: S, M oder L?');
  await expect(slug).toHaveValue('groesse-s-m-oder-l');
  await slug.fill('size');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Which size?');
  await expect(slug).toHaveValue('size');
  await chooseProject(page, api.projectKey);

  for (const [number, name] of [
    [1, 'Small'],
    [2, 'Very large'],
  ] as const) {
    await page.getByRole('button', { name: 'Add an option' }).click();
    await expect(title(page, number)).toBeFocused();
    await page.keyboard.type(name);
  }
  await option(page, 1).getByRole('textbox', { name: 'Option description' }).fill('Cheap.');
  await option(page, 1).getByRole('textbox', { name: 'Option id' }).fill('s');
  await expect(option(page, 2).getByRole('textbox', { name: 'Option id' })).toHaveValue('very-large');
  await rest(page).fill('{"source": "a letter"}');
  await expectNoFault(page, '[aria-label=Options]');
  await save(page);
  const { body } = await api.get('/decisions?slug=size').expect(200);
  expect(body.decisions[0]).toMatchObject({
    title: 'Which size?',
    frontmatter: {
      source: 'a letter',
      options: [
        { id: 's', title: 'Small', description: 'Cheap.' },
        { id: 'very-large', title: 'Very large' },
      ],
    },
  });
});

test('options change places, go and keep what else they have, by the keyboard alone', async ({
  page,
  server,
}) => {
  test.slow();
  const api = await newProject(server);
  const options = [
    { id: 'a', title: 'A', cost: 5 },
    { id: 'b', title: 'B', description: { long: true } },
    { id: 'c', title: 'C' },
  ];
  const { id } = await fileDecision(api, { title: 'Which?', frontmatter: { options, source: { page: 3 } } });
  await openForm(page, 'decision', id);
  const press = async (name: string) => {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Move option 1 down');
  await expect(page.getByRole('button', { name: 'Move option 2 down' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Move option 3 up' })).toBeFocused();
  await press('Remove option 2');
  await expect(page.getByRole('button', { name: 'Add an option' })).toBeFocused();
  await title(page, 2).fill('A, but better');
  await expect(option(page, 2).getByRole('textbox', { name: 'Option id' })).toHaveValue('a');
  await save(page);
  const stored = async () => (await api.get(`/decisions/${id}`).expect(200)).body.decision.frontmatter;
  expect(await stored()).toMatchObject({
    options: [
      { id: 'b', title: 'B', description: { long: true } },
      { id: 'a', title: 'A, but better', cost: 5 },
    ],
    source: { page: 3 },
  });

  // A mistake is shown where it is, and nothing is saved.
  await option(page, 1).getByRole('textbox', { name: 'Option id' }).fill('a');
  await expect(option(page, 1)).toContainText('Another option has this id.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The option id "a" is there twice.').first()).toBeVisible();
  await option(page, 1).getByRole('textbox', { name: 'Option id' }).fill('b');
  await rest(page).fill('{"source": ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This is not valid JSON: see line 1, column 12.')).toBeVisible();
  expect(await stored()).toMatchObject({ source: { page: 3 } });

  // Options that are pasted become rows.
  await rest(page).fill('{"options": [{"id": "x", "title": "X"}]}');
  await page.keyboard.press('Tab');
  await expect(title(page, 1)).toHaveValue('X');
  await expect(rest(page)).toHaveValue('');
  await save(page);
  expect((await stored()).options).toEqual([{ id: 'x', title: 'X' }]);
});

test('a mistake in the further frontmatter takes no option away, and no number changes unsaid', async ({
  page,
  server,
}) => {
  const api = await newProject(server);
  const options = [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B' },
  ];
  const { id } = await fileDecision(api, { title: 'Which?', frontmatter: { options } });
  await openForm(page, 'decision', id);
  await rest(page).fill('{\n  "see": "options",\n}');
  await page.keyboard.press('Tab');
  await expect(page.getByText('This is not valid JSON: see line 3, column 1.')).toBeVisible();
  await expect(title(page, 2)).toHaveValue('B');
  await rest(page).fill('{"see": "options"}');
  await page.keyboard.press('Tab');
  await save(page);
  const stored = async () => (await api.get(`/decisions/${id}`).expect(200)).body.decision.frontmatter;
  expect(await stored()).toMatchObject({ options, see: 'options' });

  for (const [number, sentence] of [
    ['1e999', 'larger than any that can be kept'],
    ['9007199254740993', 'more digits than can be kept'],
  ] as const) {
    await rest(page).fill(`{"n": ${number}}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(sentence).first()).toBeVisible();
    await expect(title(page, 2)).toHaveValue('B');
  }
  expect(await stored()).toMatchObject({ options, see: 'options' });
});

test('an option that is saved keeps its id whatever its title becomes', async ({ page, server }) => {
  const api = await newProject(server);
  const { id } = await fileDecision(api, { title: 'Which?' });
  await openForm(page, 'decision', id);
  await page.getByRole('button', { name: 'Add an option' }).click();
  await page.keyboard.type('Fresh');
  await save(page);
  await title(page, 1).fill('Fresh, better');
  await expect(option(page, 1).getByRole('textbox', { name: 'Option id' })).toHaveValue('fresh');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await api.get(`/decisions/${id}`)).body.decision.frontmatter.options)
    .toEqual([{ id: 'fresh', title: 'Fresh, better' }]);
});

test('hundreds of options are edited as JSON', async ({ page, server }) => {
  const api = await newProject(server);
  const options = Array.from({ length: 300 }, (_, index) => ({ id: `o${index}`, title: `Option ${index}` }));
  const { id } = await fileDecision(api, { title: 'Which?', frontmatter: { options } });
  await openForm(page, 'decision', id);
  await expect(page.getByText('The options are in the JSON below.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add an option' })).toHaveCount(0);
  await rest(page).fill(JSON.stringify({ options: options.slice(0, 200) }));
  await save(page);
  const { body } = await api.get(`/decisions/${id}`).expect(200);
  expect(body.decision.frontmatter.options).toEqual(options.slice(0, 200));
});

test('a slug that nobody typed gets a number where it is taken', async ({ page, server }) => {
  const api = await newProject(server);
  await fileDecision(api, { title: 'Same', slug: 'same-again' });
  await openForm(page, 'decision');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Same again');
  const slug = page.getByRole('textbox', { name: 'Slug' });
  await expect(slug).toHaveValue('same-again');
  await chooseProject(page, api.projectKey);
  await save(page);
  await expect(slug).toHaveValue('same-again-2');
});

test('the options of a resolved decision are there to read', async ({ page, server }) => {
  const api = await newProject(server);
  const options = [{ id: 'a', title: 'Answer' }];
  const { id } = await fileDecision(api, { title: 'Over', frontmatter: { options, source: 'x' } });
  await api.post(`/decisions/${id}/resolve`, { status: 'approved' }).expect(200);
  await openForm(page, 'decision', id);
  const group = page.getByRole('group', { name: 'Options' });
  await expect(group).toContainText("its options can't change any more");
  await expect(group.getByRole('listitem')).toHaveText(/Answer/);
  await expect(group.getByRole('textbox')).toHaveCount(0);
  await rest(page).fill('{"source": "y"}');
  await save(page);
  const { body } = await api.get(`/decisions/${id}`).expect(200);
  expect(body.decision.frontmatter).toMatchObject({ options, source: 'y' });
});
