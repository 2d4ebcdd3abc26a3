import { filesWith, loadedWith, pluginChunks } from './support/chunks';
import { expect, test } from './support/test';

const chunks = pluginChunks();
const bytesOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + chunks.get(name)!.bytes, 0);

/** The pages, each with the code of ours that it may load, in bytes. */
const PAGES = {
  BoardPage: 60_000,
  DeliveriesPage: 60_000,
  InboxPage: 60_000,
  SubscriptionsPage: 60_000,
  TokensPage: 60_000,
};

for (const [page, most] of Object.entries(PAGES)) {
  test(`${page} loads at most ${most / 1000} kB of the plugin`, () => {
    const loaded = loadedWith(chunks, page);
    // Else the names would have changed, and nothing be measured.
    expect(loaded).toContain('PageRouter');
    expect(bytesOf(loaded)).toBeLessThanOrEqual(most);
    expect(loaded).not.toContain('TicketPanel');
    expect(loaded).not.toContain('Chart');
  });
}

test('the chart is loaded by the deliveries alone, and only where it is shown', () => {
  const { file, bytes } = chunks.get('Chart')!;
  // With the library that draws it.
  expect(bytes).toBeGreaterThan(200_000);
  const loading = (how: 'imports' | 'lazy') =>
    [...chunks].filter(([, chunk]) => chunk[how].includes(file)).map(([name]) => name);
  expect(loading('imports')).toEqual([]);
  expect(loading('lazy')).toEqual(['DeliveriesPage']);
});

test('the panel is built for production, whatever the environment says', () => {
  expect(filesWith('react-dom.development')).toEqual([]);
  expect(filesWith('error-decoder')).toHaveLength(1);
});
