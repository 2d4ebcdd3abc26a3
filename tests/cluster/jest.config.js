'use strict';

const base = require('../../jest.config');

/** The long runs of several processes: `npm run test:chaos`. */
module.exports = {
  ...base,
  rootDir: '../..',
  roots: ['<rootDir>/tests/cluster'],
  testPathIgnorePatterns: ['/node_modules/'],
  // Each takes the whole machine.
  maxWorkers: 1,
  testTimeout: 4 * 60 * 60 * 1000,
};
