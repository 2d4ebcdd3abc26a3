import type { TestServer } from './server';

/** Holds up the next ticket that is filed, just before its transaction begins. */
export async function holdTicket(of: TestServer) {
  await of.run((strapi) => {
    const db = strapi.db as unknown as { transaction: (...args: unknown[]) => Promise<unknown> };
    const begin = db.transaction.bind(db);
    const gate = { reach: () => {}, release: () => {} };
    const reached = new Promise<void>((resolve) => (gate.reach = resolve));
    const released = new Promise<void>((resolve) => (gate.release = resolve));
    Object.assign(strapi, { gate: { reached, release: gate.release } });
    db.transaction = async (...args) => {
      if (strapi.requestContext.get()?.path === '/api/v1/tickets') {
        db.transaction = begin;
        gate.reach();
        await released;
      }
      return begin(...args);
    };
  });
  return {
    reached: () =>
      of.run((strapi) => (strapi as unknown as { gate: { reached: Promise<void> } }).gate.reached),
    release: () => of.run((strapi) => (strapi as unknown as { gate: { release(): void } }).gate.release()),
  };
}
