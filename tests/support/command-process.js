'use strict';

// The plugin's command line with the application loaded once for many commands: loading takes longer than most do.
const { withApplication } = require('../../src/plugins/work-tracking/bin/application');
const { runCommandLine } = require('../../src/plugins/work-tracking/bin/main');

/**
 * Marks where a command begins and ends in what the process prints by itself.
 * @param {string} id
 */
const mark = (id) => {
  for (const stream of [process.stdout, process.stderr]) stream.write(`<${id}>`);
};

void withApplication(async (app) => {
  /** @param {{ id: string, args: string[] }} message */
  async function onMessage({ id, args }) {
    let stdout = '';
    let stderr = '';
    mark(id);
    const code = await runCommandLine(args, {
      write: (text) => {
        stdout += text;
        return Promise.resolve();
      },
      writeError: (text) => void (stderr += text),
      withApplication: (work) => work(app),
    });
    mark(id);
    process.send?.({ id, ended: { code, stdout, stderr } });
  }
  process.on('message', (message) => void onMessage(/** @type {never} */ (message)));
  process.send?.('loaded');
  await new Promise((resolve) => process.once('disconnect', resolve));
}).then(() => process.exit());
