import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;
let at: Record<string, string>;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
  at = {
    ticket: `/tickets/${(await fileTicket(api)).id}`,
    decision: `/decisions/${(await fileDecision(api)).id}`,
    resolve: `/decisions/${(await fileDecision(api)).id}/resolve`,
    resend: `/webhooks/subscriptions/${(await subscribe(api, 'http://127.0.0.1:9/hook')).id}/resend`,
    tickets: '/tickets',
    decisions: '/decisions',
    subscriptions: '/webhooks/subscriptions',
  };
});
afterAll(() => server.release());

const KINDS: [unknown, string][] = [
  ['text', 'a string'],
  [5, 'a number'],
  [1.5, 'a fraction'],
  [true, 'true'],
  [null, 'null'],
  [['a'], 'a list'],
  [{ a: 1 }, 'an object'],
];

/** Where a field is taken, what it must be, and what else it takes. */
const FIELDS: ['post' | 'patch', string, string, string, unknown?][] = [
  ['post', 'tickets', 'title', 'a string'],
  ['post', 'tickets', 'name', 'a string'],
  ['post', 'tickets', 'body', 'a string', null],
  ['post', 'tickets', 'description', 'a string', null],
  ['post', 'tickets', 'priority', 'a string'],
  ['post', 'tickets', 'type', 'a string', null],
  ['post', 'tickets', 'frontmatter', 'an object'],
  ['patch', 'ticket', 'title', 'a string'],
  ['patch', 'ticket', 'name', 'a string'],
  ['patch', 'ticket', 'status', 'a string'],
  ['patch', 'ticket', 'effort', 'a string', null],
  ['post', 'decisions', 'slug', 'a string'],
  ['post', 'decisions', 'title', 'a string'],
  ['post', 'decisions', 'body_markdown', 'a string'],
  ['post', 'decisions', 'bodyMarkdown', 'a string'],
  ['patch', 'decision', 'frontmatter', 'an object'],
  ['post', 'resolve', 'status', 'a string'],
  ['post', 'resolve', 'verdict', 'a string'],
  ['post', 'resolve', 'note', 'a string'],
  ['post', 'resolve', 'option_id', 'a string'],
  ['post', 'subscriptions', 'url', 'a string'],
  ['post', 'subscriptions', 'secret', 'a string'],
  ['post', 'subscriptions', 'event_types', 'a list'],
  ['post', 'resend', 'state', 'a string'],
  ['post', 'resend', 'since', 'a string'],
  ['post', 'resend', 'dry_run', 'true or false'],
];

describe('a value of the wrong type is called that, not missing (specification 8.1)', () => {
  it.each(FIELDS)('%s %s: %s must be %s', async (method, place, name, expected, ...also) => {
    const isRight = (kind: string) => kind === expected || (expected === 'true or false' && kind === 'true');
    const wrong = KINDS.filter(([value, kind]) => !isRight(kind) && !also.includes(value));
    for (const [value, kind] of wrong) {
      const { status, body } = await api[method](at[place]!, { [name]: value });
      const detail = body.details?.find(({ path }: { path: string }) => path === name);
      const message = `${name} must be ${expected}; ${kind} was given.`;
      expect([status, detail]).toEqual([400, { path: name, code: 'invalid_type', message }]);
    }
  });

  it.each([
    ['tickets', ['title']],
    ['decisions', ['slug', 'title']],
    ['resolve', ['status']],
    ['subscriptions', ['url', 'secret', 'event_types']],
  ])('%s: what is missing is called missing', async (place, names) => {
    const { body } = await api.post(at[place]!, {}).expect(400);
    expect(body.details).toEqual(
      names.map((path) => ({ path, code: 'required', message: `${path} is required.` })),
    );
  });

  it('inside of a list, and for the body as a whole', async () => {
    const types = await api
      .post('/webhooks/subscriptions', {
        url: 'http://a.example',
        secret: 's',
        event_types: ['audit.event', 5],
      })
      .expect(400);
    expect(types.body.details).toMatchObject([
      { message: 'event_types.1 must be a string; a number was given.' },
    ]);
    const list = await api.post('/tickets', []).expect(400);
    expect(list.body.details).toMatchObject([
      { message: 'The body must be a JSON object; a list was given.' },
    ]);
  });
});
