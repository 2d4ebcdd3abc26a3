import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SERVER_FLOORS } from '../../.dependency-floors.cjs';
import { dependencies } from '../../package.json';
import { peerDependencies } from '../../src/plugins/work-tracking/package.json';
import { SCHEMAS } from '../../src/plugins/work-tracking/server/src/content-types';
import { TRIED } from '../../src/plugins/work-tracking/server/src/host/known';
import { codeAfter, column, PLUGIN, PLUGIN_README, ROOT, table } from './documents';

const ARCHITECTURE = 'docs/architecture.md';

const entries = readdirSync(path.join(ROOT, PLUGIN, 'server/src'), { withFileTypes: true });
const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

it("the linter's floors have everything in the server once, and nothing else", () => {
  const names = entries.map(({ name }) => path.parse(name).name);
  expect(SERVER_FLOORS.flat().sort()).toEqual(names.sort());
});

it('the table of the house has every folder of the server', () => {
  const told = column(table(ARCHITECTURE, '## The house', 1), 0);
  expect(folders.filter((name) => !told.includes(`server/src/${name}/`))).toEqual([]);
});

it("the drawing of the imports has the linter's floors, above the rules", () => {
  const drawing = codeAfter(ARCHITECTURE, 'imports');
  const drawn = [...drawing.matchAll(/^ {2}subgraph (\w+) \[(\d+)\]\n(.*?)\n {2}end$/gms)].map(
    ([, id = '', height = '', names = '']) => ({
      id,
      height: Number(height),
      floor: names.split('\n').map((name) => name.trim()),
    }),
  );
  const floors = SERVER_FLOORS.map((floor) => floor.filter((name) => folders.includes(name)));
  const expected = [['domain'], ...floors.filter((floor) => floor.length > 0)];
  expect(drawn.map(({ height, floor }) => ({ height, floor })).reverse()).toEqual(
    expected.map((floor, height) => ({ height, floor })),
  );
  expect(drawing.split('\n').at(-1)).toBe(`  ${drawn.map(({ id }) => id).join(' --> ')}`);
});

it.each([
  ['server/src/host', '### What it changes in Strapi, knex and undici', ['check', 'known']],
  ['admin/src/host', "### What it changes in Strapi's panel", ['in-force']],
])(
  "the plugin's README has every change that %s makes, by the file that makes it",
  (host, heading, makeNone) => {
    const files = readdirSync(path.join(ROOT, PLUGIN, host)).map((name) => path.parse(name).name);
    const told = column(table(PLUGIN_README, heading), 0);
    expect(told).toEqual(files.filter((name) => !makeNone.includes(name)).sort());
  },
);

it("the plugin's README has every table and every cron job that it adds", () => {
  const added = Object.fromEntries(table(PLUGIN_README, '## What it changes in your application'));
  expect(added.Database).toContain(`${Object.keys(SCHEMAS).length} tables`);
  const server = path.join(ROOT, PLUGIN, 'server/src');
  const jobs = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(path.join(server, file), 'utf8').matchAll(/'(work-tracking-[a-z-]+)': \{\s+task:/g),
    ])
    .map(([, name]) => name);
  expect(jobs.length).toBeGreaterThan(0);
  expect([...String(added.Cron).matchAll(/work-tracking-[a-z-]+/g)].map(([name]) => name).sort()).toEqual(
    jobs.sort(),
  );
});

it('the package takes the versions of Strapi from the oldest that was tried, and its README names them', () => {
  const range = `>=${TRIED.oldest} <6`;
  expect(peerDependencies).toMatchObject({ '@strapi/strapi': range });
  expect(dependencies['@strapi/strapi']).toBe(TRIED.newest);
  const told = Object.fromEntries(table(PLUGIN_README, '## What it works with'));
  expect(told.Strapi).toContain(`${TRIED.oldest} and ${TRIED.newest} were tried`);
});
