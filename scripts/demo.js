'use strict';

// `npm run demo`: the service at work, from a ticket to its webhooks, on a database of its own; it keeps serving.
// With `-- --once` it ends after the last delivery: with 0 when all have arrived and are verified, else with 1.
const { randomBytes } = require('node:crypto');
const { parseArgs } = require('node:util');
const { createAdministrator, DATABASE, HOST, issueToken, startApplication } = require('./demo/application');
const print = require('./demo/print');
const { Receiver } = require('./demo/receiver');
const { fillShop } = require('./demo/shop');
const { walk } = require('./demo/walk');

/** Ends what hangs; all of it takes seconds. */
const DEADLINE_MS = 300_000;

async function demo({ once = false }) {
  console.log('Work tracking, from a ticket to its webhooks');

  print.step('Start the application', `on an empty database, ${DATABASE}`);
  const { app, url } = await startApplication({ panel: !once });
  print.line(url);

  print.step('Start a receiver', 'that verifies every signature');
  const secret = randomBytes(24).toString('base64url');
  const receiver = new Receiver(secret);
  receiver.onDelivery(print.delivery);
  const receiverUrl = await receiver.listen(HOST);
  print.line(receiverUrl);

  print.step('Issue a token', 'for project DEMO, which it creates');
  const { token, tenant_id: tenantId } = await issueToken(app, 'DEMO');
  print.line(`tenant_id ${tenantId}`);

  const client = { url, token, receiver, deadline: AbortSignal.timeout(DEADLINE_MS) };
  const { ticketId, deliveries } = await walk(client, { url: receiverUrl, secret });
  console.log(`\nAll ${deliveries} expected deliveries arrived, and every signature is right.`);

  if (once) {
    await app.destroy();
    receiver.close();
    process.exit(0);
  }
  const login = await createAdministrator(app);
  print.step('Fill another project', 'SHOP, so that the panel has something to show');
  await fillShop(app, url);
  printNextSteps({ url, token, ticketId, login });
}

/** @param {{ url: string, token: string, ticketId: string, login: { email: string, password: string } }} demo */
function printNextSteps({ url, token, ticketId, login }) {
  const curl = 'curl -H "Authorization: Bearer $TOKEN"';
  const json = "-H 'Content-Type: application/json'";
  console.log(`
It keeps serving until Ctrl-C.

Panel     ${url}/admin
          ${login.email}
          ${login.password}

List tickets, file one, reopen the one from above:

TOKEN=${token}
${curl} ${url}/api/v1/tickets
${curl} ${json} -d '{"title":"Mine"}' ${url}/api/v1/tickets
${curl} ${json} -X PATCH -d '{"status":"open"}' ${url}/api/v1/tickets/${ticketId}

Their webhooks arrive here:`);
}

function readOptions() {
  try {
    return parseArgs({ options: { once: { type: 'boolean' } } }).values;
  } catch {
    console.error('usage: npm run demo [-- --once]');
    return process.exit(2);
  }
}

demo(readOptions()).catch((/** @type {unknown} */ error) => {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
