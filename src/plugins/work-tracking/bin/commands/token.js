'use strict';

/** @typedef {import('../command').Command} Command */

/** @type {Command} */
const token = {
  name: 'token',
  summary: 'Issue a token for a project',
  synopsis: ['--project KEY [--venture KEY] [--name NAME]\n[--access full|read-only] [--days N] [--json]'],
  description: `Issues a token that opens one project in v1 and nothing else, and prints one line of JSON:
{"project_key", "venture_key", "tenant_id", "token"}. The token is shown this once. Run it in the
directory of the Strapi application; a running server takes the token at once.`,
  options: {
    project: { type: 'string', value: 'KEY', help: 'the project, made when there is none' },
    venture: {
      type: 'string',
      value: 'KEY',
      help: 'the venture of a new project (default: the key of the project)',
    },
    name: {
      type: 'string',
      value: 'NAME',
      help: 'the name of the token (default: the key of the project and a number)',
    },
    access: {
      type: 'string',
      value: 'full|read-only',
      help: 'what the token may do (default: full)',
    },
    days: { type: 'string', value: 'N', help: 'the days that the token lives (default: without end)' },
  },
  required: ['project'],
  json: 'changes nothing: it is JSON anyway',
  async run(app, { options }, output) {
    /** @type {{ issue(request: object): Promise<object> }} */
    const tokens = app.plugin('work-tracking').service('tokens');
    await output.lines([await tokens.issue(options)]);
  },
};

module.exports = { token };
