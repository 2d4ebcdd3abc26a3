import path from 'node:path';
import { newProject, subscribe } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { startReceiver } from '../support/receiver';
import { startServer } from '../support/server';

it('what is due is sent after the clock of the host was set back by an hour', async () => {
  const server = await startServer({
    env: {
      NODE_OPTIONS: `--require ${path.join(__dirname, '../support/skewed-clock.js')}`,
      SKEW_MS: '0',
      DELIVERY_TICK_SECONDS: '1',
    },
  });
  const receiver = await startReceiver();
  const api = await newProject(server);
  const { id } = await subscribe(api, receiver.url);
  await server.run(async (strapi) => {
    const tick = strapi.cron.jobs.find(({ name }) => name === 'work-tracking-deliver')?.job;
    const lastRun = () => (tick as unknown as { currentRun(): Date | null }).currentRun();
    while (lastRun() === null) await new Promise((resolve) => setTimeout(resolve, 20));
    process.env.SKEW_MS = String(-60 * 60 * 1000);
  });
  // Nothing tells of it but the tick.
  await insertDeliveries(server, id, [{ state: 'pending', createdAt: Date.now(), attempts: 0 }]);
  await server.run(async (strapi, subscriptionId) => {
    await strapi.db
      .connection('work_tracking_webhook_deliveries')
      .where({ subscription_id: subscriptionId })
      .update({ due_at: new Date(Date.now()) });
  }, id);
  await receiver.until(1);
  await server.untilLogged('The clock of this host went back by 3600 s.');
  await receiver.close();
  await server.destroy();
});
