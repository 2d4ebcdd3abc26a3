'use strict';

// The last step of the build: puts the viewer of the API's description beside the server's code. Whoever installs the
// package gets these files of Swagger UI, and no package for them.
const fs = require('node:fs');
const path = require('node:path');
const { packageFolder } = require('./nearest');

/** By the names that they have here, what is copied. Its licence wants the notice to go with the code. */
const FILES = {
  'viewer.js': ['swagger-ui-bundle.js'],
  'viewer.css': ['swagger-ui.css'],
  'LICENCES.txt': ['NOTICE', 'LICENSE', 'swagger-ui-bundle.js.LICENSE.txt'],
};

const folder = packageFolder('swagger-ui-dist', __dirname);
const target = path.join(__dirname, 'dist/viewer');
fs.mkdirSync(target, { recursive: true });
for (const [name, parts] of Object.entries(FILES)) {
  const texts = parts.map((part) => fs.readFileSync(path.join(folder, part), 'utf8'));
  // The maps are not served.
  const text = texts.join('\n').replace(/\n(\/\/|\/\*)# sourceMappingURL=.*\s*$/, '\n');
  // Renamed when it is whole: an application may be starting.
  const file = path.join(target, name);
  fs.writeFileSync(`${file}.new`, text);
  fs.renameSync(`${file}.new`, file);
}
