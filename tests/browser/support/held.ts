import type { Page } from '@playwright/test';

/** Requests that are on their way. */
interface Held {
  /** Until the first of them has been sent. */
  sent: Promise<void>;
  /** Lets them arrive. */
  letGo: () => void;
}

/**
 * Keeps requests to an address on their way, as a slow line does.
 * @param method all unless given
 */
export async function holdRequests(page: Page, address: string | RegExp, method?: string): Promise<Held> {
  const [sent, send] = signal();
  const [arrival, letGo] = signal();
  await page.route(address, async (route) => {
    if (method === undefined || route.request().method() === method) {
      send();
      await arrival;
    }
    await route.fallback();
  });
  return { sent, letGo };
}

/** An answer that is on its way. */
interface HeldAnswer {
  /** Until the server has made it. */
  made: Promise<void>;
  /** Lets it arrive. */
  letGo: () => void;
}

/** Has the next request to an address answered at once, and keeps the answer on its way. */
export async function holdNextAnswer(page: Page, address: string): Promise<HeldAnswer> {
  const [made, tell] = signal();
  const [arrival, letGo] = signal();
  await page.route(
    address,
    async (route) => {
      const response = await route.fetch();
      tell();
      await arrival;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { made, letGo };
}

function signal(): [Promise<void>, () => void] {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
}
