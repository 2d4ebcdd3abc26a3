import { cardsIn } from '../keyboard';

const linksIn = (part: ParentNode): HTMLAnchorElement[] =>
  cardsIn(part).flatMap((card) => card.querySelector('a') ?? []);

/** The link on the card of the ticket that is open beside the board; none where the board does not show it. */
export const openCard = (): HTMLAnchorElement | undefined =>
  linksIn(document).find((link) => link.hasAttribute('aria-current'));

/** Opens the ticket of the card above (-1) or below (1) the open one; of the first card where that has none. */
export function openNextCard(step: 1 | -1): void {
  const current = openCard();
  const links = linksIn(current?.closest('[data-status]') ?? document);
  const next = current ? links[links.indexOf(current) + step] : links[0];
  next?.scrollIntoView({ block: 'nearest' });
  next?.click();
}
