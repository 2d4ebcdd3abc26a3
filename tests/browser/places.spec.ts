import { contentPlaces, fillContent, type ContentData } from './support/content-places';
import { choose, LOOKS, lookAt } from './support/look-at';
import { fillPanel, type PanelData } from './support/panel-data';
import { emptyPlaces, placesOf } from './support/places';
import { emptyTest, hostTest, test } from './support/test';
import { textsIn } from './support/texts';

let data: PanelData | undefined;
let content: ContentData | undefined;

for (const look of LOOKS) {
  const { language, theme } = look;

  test(`each place is whole at each width, and axe finds no fault in it and its dialogs: ${language}, ${theme}`, async ({
    page,
    server,
  }) => {
    test.slow();
    data ??= await fillPanel(server);
    await choose(page, look);
    for (const place of placesOf(page, textsIn(language), data)) {
      await test.step(place.name, () => lookAt(page, place));
    }
  });

  emptyTest(`what leads to the first project likewise: ${language}, ${theme}`, async ({ page }) => {
    await choose(page, look);
    for (const place of emptyPlaces(page, textsIn(language))) await lookAt(page, place);
  });

  hostTest(
    `and what is about entries likewise: ${language}, ${theme}`,
    async ({ page, host: { server } }) => {
      test.slow();
      content ??= await fillContent(server);
      await choose(page, look);
      for (const place of contentPlaces(page, textsIn(language), content)) {
        await test.step(place.name, () => lookAt(page, place));
      }
    },
  );
}
