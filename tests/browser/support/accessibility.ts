import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Strapi's own, which has no name. */
const JSON_EDITOR = '.cm-editor';

/**
 * axe-core finds nothing that it calls serious or critical, once nothing fades in any more.
 * @param parts CSS selectors; the whole page unless given
 */
export async function expectNoSeriousFault(page: Page, ...parts: string[]): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const isEndless = effect?.getComputedTiming().endTime === Infinity;
      return isEndless || playState !== 'running';
    }),
  );
  const axe = parts.reduce(
    (builder, part) => builder.include(part),
    // Without frames and what passed, it takes a third of the time.
    new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .exclude(JSON_EDITOR),
  );
  const { violations } = await axe.analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html, target }) => `${target.join(' ')}: ${html}`),
    }));
  expect(serious).toEqual([]);
}
