import path from 'node:path';
import ts from 'typescript';
import { fileTicket, newProject, type Api } from '../support/api';
import { startServer, type OwnServer } from '../support/server';
import { PLUGIN, read, table } from './documents';

const BUNDLE = `${PLUGIN}/dist/server/index.js`;
const MAX_STOPS = 10;

const stops = table('docs/architecture.md', '## A write, step by step').map(([names = '', file = '']) => ({
  names: names.split(', '),
  file,
}));
const named = stops.flatMap(({ names }) => names);

let server: OwnServer;
let api: Api;
let traces: Trace[];

beforeAll(async () => {
  server = await startServer();
  api = await newProject(server);
  const { id } = await fileTicket(api);
  traces = [
    await traced({ method: 'POST', path: '/tickets', lifecycle: 'beforeCreate' }),
    await traced({ method: 'PATCH', path: `/tickets/${id}`, lifecycle: 'beforeUpdate' }),
  ];
});
afterAll(() => server.destroy());

interface Trace {
  /** The functions that a request has passed at each of two places, outermost first. */
  passed: string[][];
  /** All that it calls. */
  called: string[];
}

interface Request {
  method: string;
  path: string;
  /** Runs just before the row is written. */
  lifecycle: string;
}

const BODY = { title: 'Another ticket', frontmatter: { a: 1 } };

async function traced(request: Request): Promise<Trace> {
  const { passed, called, status } = await server.run(
    async (strapi, { method, url, token, lifecycle, body, bundle }) => {
      const { Session } = process.getBuiltinModule('node:inspector/promises');
      const session = new Session();
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.startPreciseCoverage', { callCount: true });
      const stacks: string[] = [];
      const note = () => void stacks.push(String(new Error().stack));
      Error.stackTraceLimit = Infinity;
      // A call behind a transaction or a promise is on one of the two stacks only.
      strapi.documents.use((_context, next) => {
        note();
        return next();
      });
      const unsubscribe = strapi.db.lifecycles.subscribe({ [lifecycle]: note });
      const answer = await fetch(url, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      unsubscribe();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      session.disconnect();
      const functions = result.find(({ url: file }) => file.endsWith(bundle))?.functions ?? [];
      return {
        status: answer.status,
        passed: stacks.map((stack) =>
          stack.split('\n').flatMap((frame) => {
            const [, file = '', line, place] = /\(?(\S+):(\d+):(\d+)\)?$/.exec(frame) ?? [];
            return file.endsWith(bundle) ? [{ line: Number(line), place: Number(place) }] : [];
          }),
        ),
        called: functions.flatMap(({ ranges }) => ranges.filter(({ count }) => count > 0).slice(0, 1)),
      };
    },
    {
      ...request,
      url: `${server.url}/api/v1${request.path}`,
      token: api.token,
      body: BODY,
      bundle: path.normalize(BUNDLE),
    },
  );
  expect(status).toBeLessThan(300);
  return {
    passed: passed.map((stack) =>
      stack
        .map(({ line, place }) => nameAt(ts.getPositionOfLineAndCharacter(bundled, line - 1, place - 1)))
        .filter((name) => name !== 'v1Boundary')
        .reverse(),
    ),
    called: called.map(({ startOffset }) => nameAt(startOffset)),
  };
}

const bundled = ts.createSourceFile(BUNDLE, read(BUNDLE), ts.ScriptTarget.Latest);

/** The name of the top-level declaration that holds this position. */
function nameAt(position: number): string {
  const holds = (node: ts.Node) => node.pos <= position && position < node.end;
  const statement = bundled.statements.find(holds);
  if (!statement) throw new Error(`Nothing stands at ${position} of ${BUNDLE}.`);
  const declared = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.find(holds)
    : (statement as ts.Statement & { name?: ts.Identifier });
  const name = declared?.name && ts.isIdentifier(declared.name) ? declared.name.text : '';
  // The bundle numbers what has the same name in two files.
  return name.replace(/\$\d+$/, '');
}

it('a write passes at most ten functions or files of ours on its way from the route to the row', () => {
  expect(stops.length).toBeLessThanOrEqual(MAX_STOPS);
});

it('each stop that is drawn is where it is said to be', () => {
  for (const { names, file } of stops) {
    const source = read(`${PLUGIN}/server/src/${file}`);
    for (const name of names)
      expect(source).toMatch(new RegExp(`^(export )?(async )?(function|const) ${name}\\b`, 'm'));
  }
});

it('a POST and a PATCH call all of the stops, and pass no others', () => {
  for (const { passed, called } of traces) {
    expect(named.filter((name) => !called.includes(name))).toEqual([]);
    expect(passed.map((stack) => stack.length > 0)).toEqual([true, true]);
    expect(passed.flat().filter((name) => !named.includes(name))).toEqual([]);
  }
});

it('they are drawn in the order in which a PATCH passes them', () => {
  const [, patch] = traces;
  for (const stack of patch?.passed ?? []) {
    // It comes between those that it calls, and again where the database layer is.
    const passed = [...new Set(stack)].filter((name) => name !== 'guardWrites');
    expect(passed).toEqual(named.filter((name) => passed.includes(name)));
  }
});
