'use strict';

// Asks for the sign-off of an entry, waits for it, and publishes the entry once it is approved:
//   TOKEN=… CONTENT_TOKEN=… node examples/sign-off/publish.js <type> <plural API name> <document id> [<locale>]
// TOKEN is one of the project whose decisions sign off, CONTENT_TOKEN one of Strapi's that may update the entry, APPROVAL
// the option that approves: one of SIGN_OFF_APPROVALS. It can be ended and run again: it goes on with the decision that is
// open.

const {
  SERVICE = 'http://localhost:1337',
  TOKEN = '',
  CONTENT_TOKEN = '',
  APPROVAL = 'approved',
} = process.env;

/** How long one request waits for news, and how long it is until the next one after a failure. */
const WAIT_S = 25;
const PAUSE_MS = 2000;

/**
 * What is read of the answers.
 * @typedef {{ option_id?: string, verdict: string, note: string }} Resolution
 * @typedef {{ status: string, resolution: Resolution, options?: { id: string }[] }} Frontmatter
 * @typedef {{ id: string, frontmatter: Frontmatter }} Decision
 * @typedef {{ decisions: Decision[], decision: Decision, changes: { record: Decision | null }[], next_after: number }} Answer
 */

const OPTIONS = [
  { id: APPROVAL, title: APPROVAL },
  { id: 'rejected', title: 'rejected' },
];

/** @param {string | undefined} said an option or a verdict */
const isApproval = (said) => said?.toLowerCase() === APPROVAL.toLowerCase();

/**
 * Asks again for as long as the service is not there, or busy.
 * @param {string} token
 * @param {string} path
 * @param {{ method?: string, body?: object, headers?: Record<string, string> }} [request]
 * @returns {Promise<Answer>} the body of the answer
 */
async function ask(token, path, { method = 'GET', body, headers } = {}) {
  for (;;) {
    const answer = await fetch(`${SERVICE}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((/** @type {unknown} */ error) => console.error(error));
    if (answer?.ok) return /** @type {Promise<Answer>} */ (answer.json());
    const isFinal = answer && answer.status < 500 && answer.status !== 429;
    if (isFinal) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/**
 * @param {{ type: string, id: string, locale: string | null }} entry
 * @returns {Promise<string>} the id of the decision: the one that is open, or a new one
 */
async function askForSignOff(entry) {
  const content = [entry.type, entry.id, entry.locale].filter(Boolean).join(':');
  const query = new URLSearchParams({ status: 'open', content });
  const { decisions } = await ask(TOKEN, `/v1/decisions?${query.toString()}`);
  const open = decisions.find(({ frontmatter }) => frontmatter.options?.some(({ id }) => isApproval(id)));
  if (open) return open.id;
  const slug = `publish-${entry.id}-${Date.now()}`.toLowerCase();
  const { decision } = await ask(TOKEN, '/v1/decisions', {
    method: 'POST',
    // Sent again, it files no second one.
    headers: { 'Idempotency-Key': slug },
    body: { title: `Publish ${entry.id}?`, slug, content: [entry], frontmatter: { options: OPTIONS } },
  });
  return decision.id;
}

/** @param {string} id of a decision */
async function untilResolved(id) {
  for (let after = 0; ;) {
    const query = new URLSearchParams({ target_id: id, after: String(after), wait: String(WAIT_S) });
    const { changes, next_after: next } = await ask(TOKEN, `/v1/changes?${query.toString()}`);
    const last = changes.at(-1);
    if (last?.record === null) throw new Error('The decision was deleted.');
    if (last?.record.frontmatter.status === 'resolved') return last.record.frontmatter.resolution;
    after = next;
  }
}

async function main() {
  const [type = '', plural = '', id = '', locale = null] = process.argv.slice(2);
  if (id === '')
    throw new Error('Give a type, its plural API name, a document id, and a locale if it has several.');
  const decision = await askForSignOff({ type, id, locale });
  console.log(`Asked: ${decision}`);
  const { option_id: option, verdict, note } = await untilResolved(decision);
  console.log(`Resolved: ${verdict}${note ? ` (${note})` : ''}`);
  if (!isApproval(option) && !isApproval(verdict))
    throw new Error('It was not approved, and is not published.');
  // Without any data, what is published is the draft. If it is not what was approved, Strapi answers 400 with the reason.
  const place = locale === null ? '' : `&locale=${encodeURIComponent(locale)}`;
  await ask(CONTENT_TOKEN, `/${plural}/${id}?status=published${place}`, {
    method: 'PUT',
    body: { data: {} },
  });
  console.log('Published.');
}

main().catch((/** @type {unknown} */ error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
