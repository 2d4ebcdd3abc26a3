'use strict';

const { fields, records } = require('./text');
const { uninstall } = require('./uninstall');

/** @typedef {import('@strapi/strapi').Core.Strapi} Application */
/** @typedef {import('../server/src/command-line/service').CommandLine} CommandLine */

/**
 * The options that were given, by their names. `project` is there where a command has it.
 * @typedef {{ project: string, subscription?: string, 'dry-run'?: true, check?: true }} Options
 */

/**
 * What a command prints: pages of JSON Lines; or `result`, as one line of JSON where there is no text for people or
 * --json is given.
 * @typedef {object} Outcome
 * @property {AsyncIterable<object[]>} [pages]
 * @property {object} [result]
 * @property {string} [text]
 * @property {string} [failure] why it ends with 1 all the same
 */

/**
 * @typedef {object} Command
 * @property {string} summary
 * @property {string[]} [details] sentences that follow it in its help
 * @property {string} [argument] `<KEY>`, or `[KEY]` where it can be left out
 * @property {Record<string, string>} [options] what each is for; `--project` is needed
 * @property {(options: Partial<Options>, argument?: string) => string | false} [mistake] what is wrong with how it is called
 * @property {(app: Application, options: Options, argument?: string) => Promise<Outcome>} run
 */

/**
 * The plugin's service behind the commands.
 * @param {Application} app
 * @returns {CommandLine}
 */
const serviceOf = (app) => app.plugin('work-tracking').service('commandLine');

/** @type {Record<string, Command>} */
const COMMANDS = {
  token: {
    summary: 'Issue a token for a project',
    details: [
      'It opens this project in v1 and nothing else, and a running server accepts it at once',
      'The output is one line of JSON; the token is shown this once',
    ],
    options: {
      '--project <KEY>': 'the project, made when there is none',
      '--venture <KEY>': 'the venture of a new project (default: the key of the project)',
      '--name <NAME>': 'the name of the token (default: the key of the project and a number)',
      '--access <ACCESS>': 'what the token may do: full or read-only (default: full)',
      '--days <N>': 'the days until the token expires (default: it does not expire)',
    },
    async run(app, options) {
      /** @type {{ issue(request: object): Promise<object> }} */
      const tokens = app.plugin('work-tracking').service('tokens');
      return { result: await tokens.issue(options) };
    },
  },

  'project list': {
    summary: 'List all projects, with what is open in each',
    async run(app) {
      const result = await serviceOf(app).listProjects();
      const text = records(result.projects.map(({ name, ...project }) => ({ ...project, name })));
      return { result, text: text || 'There are no projects.\n' };
    },
  },

  'project show': {
    summary: 'Show a project, with what it has by status',
    argument: '<KEY>',
    async run(app, _options, key = '') {
      const result = await serviceOf(app).showProject(key);
      const { tickets, decisions, ...project } = result.project;
      return {
        result,
        text: fields({ ...project, tickets: byStatus(tickets), decisions: byStatus(decisions) }),
      };
    },
  },

  'project create': {
    summary: 'Make a project',
    details: ['Its key has 1 to 64 letters, digits, "-" and "_", and starts with a letter'],
    argument: '<KEY>',
    options: {
      '--venture <KEY>': 'its venture (default: the key of the project)',
      '--name <NAME>': 'its name (default: the key of the project)',
    },
    async run(app, options, key) {
      const result = await serviceOf(app).createProject({ ...options, key });
      return { result, text: fields(result.project) };
    },
  },

  resend: {
    summary: 'Have deliveries sent again',
    details: [
      'Either one that has ended, or all of a subscription that match, but those that were resent before',
      'The same events with the same ids are sent by a running server, as new deliveries',
    ],
    argument: '[DELIVERY_ID]',
    options: {
      '--subscription <ID>': 'the subscription whose deliveries are sent again',
      '--state <STATE>': 'those that are dead, delivered or cancelled (default: dead)',
      '--since <TIME>': 'those created at this ISO 8601 time or later',
      '--until <TIME>': 'those created at this time or earlier (default: now)',
      '--dry-run': 'count them, and write nothing',
    },
    mistake(options, id) {
      if (id === undefined)
        return options.subscription === undefined && 'DELIVERY_ID or --subscription is missing';
      const other = Object.keys(options).find((name) => name !== 'json');
      return other !== undefined && `DELIVERY_ID and --${other} cannot be used together`;
    },
    async run(app, { 'dry-run': isDryRun, ...selection }, id) {
      const service = serviceOf(app);
      if (id !== undefined) {
        const result = await service.resendOne(id);
        return { result, text: fields(result.delivery) };
      }
      if (isDryRun) {
        const result = await service.previewBulkResend(selection);
        return { result, text: fields(result) };
      }
      const result = await service.startBulkResend(selection);
      return { result, text: fields(result.resend) };
    },
  },

  export: {
    summary: "Write a project's tickets and decisions as JSON Lines",
    details: [
      'A line is {"type": "ticket" | "decision" | "comment", "record": …}, with the record as /api/v1 shows it',
      'They are read while they are written: what is created meanwhile is not among them',
    ],
    options: { '--project <KEY>': 'the project' },
    run: (app, { project }) => Promise.resolve({ pages: serviceOf(app).exportRecords(project) }),
  },

  uninstall: {
    summary: 'Check what has to be taken out before the plugin is',
    details: ['It deletes nothing, and ends with 1 while something is in the way'],
    options: { '--check': 'list what is left, and where' },
    mistake: ({ check }) => !check && "'uninstall' only checks and deletes nothing: it takes --check",
    run: async (app) => uninstall(await serviceOf(app).checkUninstall()),
  },
};

/** @param {Record<string, number>} counts */
const byStatus = (counts) =>
  Object.entries(counts)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ');

module.exports = { COMMANDS };
