#!/usr/bin/env node
'use strict';

const { withApplication } = require('./application');
const { runCommandLine } = require('./main');
const { takeStandardOutput } = require('./output');

const surroundings = {
  write: takeStandardOutput(),
  writeError: (/** @type {string} */ text) => void process.stderr.write(text),
  withApplication,
};

// Strapi may leave timers and connections behind, so the process is ended here.
void runCommandLine(process.argv.slice(2), surroundings).then((code) => process.exit(code));
