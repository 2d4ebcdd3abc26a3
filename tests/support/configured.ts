import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './test-run';

const DIST = path.join(__dirname, '../../dist');

/** Selects the build that a test's application runs. */
export type OwnBuild = Record<'TEST_DIST_DIR', string>;

/** The built application with other plugin options in config/plugins. */
export const withPluginConfig = (config: object): OwnBuild => builtWith({ config });

/** The settings and files that an application adds. */
export interface Additions {
  /** Options of the plugin. */
  config?: object;
  /** Entries of other plugins in config/plugins. */
  plugins?: object;
  /** The settings that config/server has besides. */
  server?: object;
  /** Files by their path below `src`: JSON as the Content-Type Builder writes it, or the text of a module. */
  files?: Record<string, object | string>;
  /** Whether it has the panel. */
  hasPanel?: boolean;
}

/** The built application with additions of its own. */
export function builtWith(additions: Additions): OwnBuild {
  const { config = {}, plugins = {}, server = {}, files = {}, hasPanel = false } = additions;
  const dist = makeFolder('dist');
  cpSync(DIST, dist, { recursive: true, filter: (source) => !source.startsWith(path.join(DIST, 'build')) });
  if (hasPanel) symlinkSync(path.join(DIST, 'build'), path.join(dist, 'build'));
  writeFileSync(
    path.join(dist, 'config/plugins.js'),
    `const { default: plugins } = require(${JSON.stringify(path.join(DIST, 'config/plugins.js'))});
     module.exports = (context) => {
       const config = plugins(context);
       Object.assign(config['work-tracking'], { config: ${JSON.stringify(config)} });
       return { ...config, ...${JSON.stringify(plugins)} };
     };`,
  );
  writeFileSync(
    path.join(dist, 'config/server.js'),
    `const { default: server } = require(${JSON.stringify(path.join(DIST, 'config/server.js'))});
     module.exports = (context) => ({ ...server(context), ...${JSON.stringify(server)} });`,
  );
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(dist, 'src', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return { TEST_DIST_DIR: dist };
}
