'use strict';

// `npm run lint`: imports run one way, floor by floor, and never in a circle. Imports of types count like any other.
// `npx depcruise --output-type mermaid …` draws them.
const { SERVER_FLOORS } = require('./.dependency-floors.cjs');

const PLUGIN = 'src/plugins/work-tracking';

/** The files of the lowest floor read one another: the configuration is made of the settings. */
const [GROUND = []] = SERVER_FLOORS;

/** What Strapi's own copy of @strapi/utils exports: zod, with which the settings are read, is in it. */
const STRAPI_UTILS = 'host/strapi-utils';

const placeOf = (/** @type {string} */ name) => `^${PLUGIN}/server/src/${name}(/|\\.ts$)`;

const serverRules = SERVER_FLOORS.flatMap((floor, height) =>
  floor.map((name) => ({
    name: `server-${name}`,
    comment: `${name} imports from the floors below it only.`,
    severity: 'error',
    from: { path: placeOf(name) },
    to: {
      path: `^${PLUGIN}/server/src/`,
      pathNot: [
        name,
        ...SERVER_FLOORS.slice(0, height).flat(),
        ...(GROUND.includes(name) ? [...GROUND, STRAPI_UTILS] : []),
      ].map(placeOf),
    },
  })),
);

/** The folders of the panel, each with those that it imports from. */
const PANEL_FLOORS = {
  translations: [],
  api: [],
  navigation: ['translations'],
  host: ['translations', 'api'],
  hooks: ['translations', 'host'],
  components: ['translations', 'api', 'host', 'hooks', 'navigation'],
  widgets: ['translations', 'api', 'hooks', 'navigation', 'components'],
  'content-manager': ['translations', 'api', 'host', 'hooks', 'navigation', 'components'],
};

const PANEL = `^${PLUGIN}/admin/src/`;
const panelPlaceOf = (/** @type {string} */ name) => `${PANEL}${name}(/|\\.ts$)`;

const panelRules = [
  ...Object.entries(PANEL_FLOORS).map(([name, below]) => ({
    name: `panel-${name}`,
    comment: `${name} imports from the floors below it only.`,
    severity: 'error',
    from: { path: panelPlaceOf(name) },
    to: { path: PANEL, pathNot: [name, ...below].map(panelPlaceOf) },
  })),
  {
    name: 'panel-pages',
    comment: 'A page imports nothing of another page.',
    severity: 'error',
    from: { path: `${PANEL}pages/([^/]+)/` },
    to: {
      path: PANEL,
      pathNot: [...PANEL_FLOORS.components, 'components'].map(panelPlaceOf).concat(`${PANEL}pages/$1/`),
    },
  },
  {
    name: 'panel-router',
    severity: 'error',
    from: { path: `${PANEL}pages/[^/]+$` },
    to: { path: PANEL, pathNot: ['components', 'hooks', 'navigation', 'pages'].map(panelPlaceOf) },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, path: '^\\.' },
    },
    ...serverRules,
    ...panelRules,
    {
      name: 'server-root',
      comment: 'The root of the server holds what Strapi asks for by name, the settings and the uids.',
      severity: 'error',
      from: {},
      to: {
        path: `^${PLUGIN}/server/src/[^/]+\\.ts$`,
        pathNot: SERVER_FLOORS.flat().map(placeOf),
      },
    },
    {
      name: 'domain-is-pure',
      comment: 'The rules know no Strapi, no server and no panel.',
      severity: 'error',
      from: { path: `^${PLUGIN}/domain/` },
      to: { path: [`^${PLUGIN}/(server|admin|bin)/`, 'node_modules/@strapi/'] },
    },
    {
      name: 'server-without-panel',
      severity: 'error',
      from: { path: `^${PLUGIN}/server/` },
      to: { path: `^${PLUGIN}/(admin|bin)/` },
    },
    {
      name: 'panel-without-server',
      severity: 'error',
      from: { path: `^${PLUGIN}/admin/` },
      to: { path: `^${PLUGIN}/(server|bin)/` },
    },
    {
      name: 'commands-without-sources',
      comment: 'The commands run the built plugin, through its services.',
      severity: 'error',
      from: { path: `^${PLUGIN}/bin/` },
      to: { path: `^${PLUGIN}/(server|admin|domain)/` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json', '.d.ts'] },
  },
};
