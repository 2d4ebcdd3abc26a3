'use strict';

const { commandLineOf } = require('../command');
const { list, table } = require('../text');

/** @typedef {import('../command').Command} Command */

/** @type {Command} */
const projectList = {
  name: 'project list',
  summary: 'List all projects, with what is open in each',
  synopsis: ['[--json]'],
  description: `Lists all projects by key: how many tickets have the status open, how many decisions wait to be
resolved, and how many webhook subscriptions there are.`,
  options: {},
  async run(app, _given, output) {
    const result = await commandLineOf(app).listProjects();
    const heads = ['KEY', 'VENTURE', 'NAME', 'OPEN TICKETS', 'OPEN DECISIONS', 'SUBSCRIPTIONS'];
    await output.show(result, () =>
      table(
        heads,
        result.projects.map((project) => [
          project.project_key,
          project.venture_key,
          project.name,
          project.open_tickets,
          project.open_decisions,
          project.subscriptions,
        ]),
      ),
    );
    if (result.projects.length === 0) output.note('There are no projects.');
  },
};

/** @type {Command} */
const projectShow = {
  name: 'project show',
  summary: 'Show a project, with what it has by status',
  synopsis: ['KEY [--json]'],
  description: `Shows one project: its keys, its tenant_id, its tickets and decisions by status, and how many of its
webhook subscriptions are active.`,
  options: {},
  operands: ['KEY'],
  async run(app, { operands: [key = ''] }, output) {
    const result = await commandLineOf(app).showProject(key);
    const { project } = result;
    await output.show(result, () =>
      list({
        key: project.project_key,
        venture: project.venture_key,
        name: project.name,
        tenant_id: project.tenant_id,
        tickets: counts(project.tickets),
        decisions: counts(project.decisions),
        subscriptions: `${project.subscriptions}, ${project.active_subscriptions} active`,
      }),
    );
  },
};

/** @type {Command} */
const projectCreate = {
  name: 'project create',
  summary: 'Make a project',
  synopsis: ['KEY [--venture KEY] [--name NAME] [--json]'],
  description: `Makes a project. Its key has 1 to 64 letters, digits, "-" and "_", starts with a letter, and belongs to no
other project.`,
  options: {
    venture: { type: 'string', value: 'KEY', help: 'its venture (default: the key of the project)' },
    name: { type: 'string', value: 'NAME', help: 'its name (default: the key of the project)' },
  },
  operands: ['KEY'],
  async run(app, { options, operands: [key = ''] }, output) {
    const result = await commandLineOf(app).createProject({ ...options, key });
    const { project } = result;
    await output.show(result, () =>
      list({
        key: project.project_key,
        venture: project.venture_key,
        name: project.name,
        tenant_id: project.tenant_id,
      }),
    );
  },
};

/** @param {Record<string, number>} byStatus */
const counts = (byStatus) =>
  Object.entries(byStatus)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ');

module.exports = { projectCreate, projectList, projectShow };
