import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const DIST = path.join(__dirname, '../../dist');

/**
 * The built application with other options of the plugin in its config/plugins.
 * @returns what tells a test's application to use it
 */
export function withPluginConfig(config: object): { TEST_DIST_DIR: string } {
  const dist = mkdtempSync(path.join(os.tmpdir(), 'work-tracking-dist-'));
  cpSync(DIST, dist, { recursive: true, filter: (source) => !source.startsWith(path.join(DIST, 'build')) });
  writeFileSync(
    path.join(dist, 'config/plugins.js'),
    `const { default: plugins } = require(${JSON.stringify(path.join(DIST, 'config/plugins.js'))});
     module.exports = (context) => {
       const config = plugins(context);
       Object.assign(config['work-tracking'], { config: ${JSON.stringify(config)} });
       return config;
     };`,
  );
  return { TEST_DIST_DIR: dist };
}
