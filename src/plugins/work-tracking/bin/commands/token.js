'use strict';

/** @type {(program: import('commander').Command, run: import('../application').Run) => void} */
function addToken(program, run) {
  program
    .command('token')
    .usage('--project <KEY> [options]')
    .summary('Issue a token for a project')
    .description(
      'Issues a token that opens one project in v1 and nothing else, and prints one line of JSON: ' +
        '{"project_key", "venture_key", "tenant_id", "token"}. The token is shown this once. Run it in the directory ' +
        'of the Strapi application; a running server accepts the token at once.',
    )
    .requiredOption('--project <KEY>', 'the project, made when there is none')
    .option('--venture <KEY>', 'the venture of a new project (default: the key of the project)')
    .option('--name <NAME>', 'the name of the token (default: the key of the project and a number)')
    .option('--access <ACCESS>', 'what the token may do: full or read-only (default: full)')
    .option('--days <N>', 'the days until the token expires (default: it does not expire)')
    .option('--json', 'changes nothing: the output is JSON anyway')
    .action((_options, command) =>
      run(command, async (app, output, request) => {
        /** @type {{ issue(request: object): Promise<object> }} */
        const tokens = app.plugin('work-tracking').service('tokens');
        await output.lines([await tokens.issue(request)]);
      }),
    );
}

module.exports = { addToken };
