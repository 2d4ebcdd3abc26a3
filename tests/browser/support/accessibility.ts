import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Strapi's own, which has no name. */
const JSON_EDITOR = '.cm-editor';

/** Menus and tooltips of Strapi's design system are in no landmark. */
const OF_THE_DESIGN_SYSTEM = ['region'];

/** Rules about a page as a whole, which is Strapi's where only parts are ours. */
const OF_PAGES = ['landmark-main-is-top-level', 'landmark-no-duplicate-main', 'landmark-unique'];

/**
 * axe-core finds no fault, once nothing fades in any more.
 * @param parts CSS selectors; the whole page unless given
 */
export async function expectNoFault(page: Page, ...parts: string[]): Promise<void> {
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
      .exclude(JSON_EDITOR)
      .disableRules([...OF_THE_DESIGN_SYSTEM, ...(parts.length > 0 ? OF_PAGES : [])]),
  );
  const { violations } = await axe.analyze();
  const faults = violations.map(({ id, impact, help, nodes }) => ({
    id,
    impact,
    help,
    nodes: nodes.map(({ html, target }) => `${target.join(' ')}: ${html}`),
  }));
  expect(faults).toEqual([]);
}
