'use strict';

// The cost of waiting for the disk at each commit on SQLite.
const { compare } = require('../figures');
const { measureInTurns } = require('../load');
const { TICKET } = require('../seed');
const { projectToken, withApplications } = require('../setup');

/** The numbers by which SQLite answers them. */
const LEVELS = { FULL: 2, NORMAL: 1 };

/** @param {import('../setup').Context} context */
const measureSynchronous = (context) => {
  if (context.database !== 'sqlite') return Promise.resolve([]);
  const levels = Object.entries(LEVELS);
  const settings = levels.map(([DATABASE_SYNCHRONOUS]) => ({ DATABASE_SYNCHRONOUS }));
  return withApplications(context, settings, async (...apps) => {
    const targets = await Promise.all(
      apps.map(async (app, index) => {
        const [name = '', level] = levels[index] ?? [];
        if ((await app.call('sqliteSynchronous')) !== level) throw new Error(`It is not ${name}.`);
        const token = await projectToken(app, 'BENCH');
        return {
          name,
          app,
          authorization: `Bearer ${token}`,
          method: /** @type {const} */ ('POST'),
          paths: ['/api/v1/tickets'],
          bodies: [TICKET],
        };
      }),
    );
    const results = await measureInTurns(targets, context);
    return [compare(results, 'FULL', 'NORMAL', { measure: 'POST with DATABASE_SYNCHRONOUS FULL ÷ NORMAL' })];
  });
};

module.exports = { measureSynchronous };
