'use strict';

const { commandLineOf } = require('../application');
const { list, table } = require('../text');

/** @typedef {import('../application').CommandLine} CommandLine */

/** @type {(program: import('commander').Command, run: import('../application').Run) => void} */
function addProject(program, run) {
  const project = program
    .command('project')
    .description('List, show and make projects.')
    .usage('<command> [options]')
    .helpCommand(false);

  project
    .command('list')
    .summary('List all projects, with what is open in each')
    .description(
      'Lists all projects by key: how many tickets have the status open, how many decisions wait to be resolved, and ' +
        'how many webhook subscriptions there are.',
    )
    .action((_options, command) =>
      run(command, async (app, output) => {
        const result = await commandLineOf(app).listProjects();
        await output.show(result, () => tableOf(result.projects));
        if (result.projects.length === 0) output.note('There are no projects.');
      }),
    );

  project
    .command('show')
    .argument('<KEY>')
    .summary('Show a project, with what it has by status')
    .description(
      'Shows one project: its keys, its tenant_id, its tickets and decisions by status, and how many of its webhook ' +
        'subscriptions are active.',
    )
    .action((/** @type {string} */ key, _options, command) =>
      run(command, async (app, output) => {
        const result = await commandLineOf(app).showProject(key);
        await output.show(result, () => list({ ...keysOf(result.project), ...countsOf(result.project) }));
      }),
    );

  project
    .command('create')
    .argument('<KEY>')
    .summary('Make a project')
    .description(
      'Makes a project. Its key has 1 to 64 letters, digits, "-" and "_", starts with a letter, and belongs to no ' +
        'other project.',
    )
    .option('--venture <KEY>', 'its venture (default: the key of the project)')
    .option('--name <NAME>', 'its name (default: the key of the project)')
    .action((/** @type {string} */ key, _options, command) =>
      run(command, async (app, output, options) => {
        const result = await commandLineOf(app).createProject({ ...options, key });
        await output.show(result, () => list(keysOf(result.project)));
      }),
    );
}

/** @param {Awaited<ReturnType<CommandLine['listProjects']>>['projects']} projects */
const tableOf = (projects) =>
  table(
    ['KEY', 'VENTURE', 'NAME', 'OPEN TICKETS', 'OPEN DECISIONS', 'SUBSCRIPTIONS'],
    projects.map((project) => [
      project.project_key,
      project.venture_key,
      project.name,
      project.open_tickets,
      project.open_decisions,
      project.subscriptions,
    ]),
  );

/** @param {Awaited<ReturnType<CommandLine['createProject']>>['project']} project */
const keysOf = (project) => ({
  key: project.project_key,
  venture: project.venture_key,
  name: project.name,
  tenant_id: project.tenant_id,
});

/** @param {Awaited<ReturnType<CommandLine['showProject']>>['project']} project */
const countsOf = (project) => ({
  tickets: byStatus(project.tickets),
  decisions: byStatus(project.decisions),
  subscriptions: `${project.subscriptions}, ${project.active_subscriptions} active`,
});

/** @param {Record<string, number>} counts */
const byStatus = (counts) =>
  Object.entries(counts)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ');

module.exports = { addProject };
