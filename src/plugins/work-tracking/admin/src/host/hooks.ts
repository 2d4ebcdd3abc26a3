import type { StrapiApp } from '@strapi/strapi/admin';
import { guarded, type HostChange } from './in-force';

/**
 * Changes what Strapi's panel hands to a hook of its own.
 * @throws Error when there is none of that name
 */
export function changeByHook<Given>(
  app: Pick<StrapiApp, 'registerHook'>,
  change: HostChange,
  hook: string,
  ours: (given: Given) => Given,
): void {
  app.registerHook(hook, (given: Given) => guarded(change, () => ours(given), given));
}

/**
 * A description of a button or a panel for Strapi's forms and lists, which Strapi calls like a component; nothing where
 * it throws, which would leave nothing of the form, whosever type it is of.
 */
export const orNothing =
  <Props, Description>(describe: (props: Props) => Description | null) =>
  (props: Props): Description | null =>
    guarded('host.places', () => describe(props), null);
