import type { Page } from '@playwright/test';

/** Requests that are on their way. */
interface Held {
  /** Until the first of them has been sent. */
  sent: Promise<void>;
  /** Lets them arrive. */
  letGo: () => void;
}

/** Keeps the requests of a method to an address on their way, as a slow line does. */
export async function hold(page: Page, address: string, method: string): Promise<Held> {
  const [sent, send] = signal();
  const [arrival, letGo] = signal();
  await page.route(address, async (route) => {
    if (route.request().method() === method) {
      send();
      await arrival;
    }
    await route.fallback();
  });
  return { sent, letGo };
}

function signal(): [Promise<void>, () => void] {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
}
