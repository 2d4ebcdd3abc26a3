'use strict';

// The last step of the build: puts the viewer of the API's description beside the server's code. Whoever installs the
// package gets this one file of Scalar, and none of the packages that it was made of.
const fs = require('node:fs');
const path = require('node:path');
const { packageFolder } = require('./nearest');

const PACKAGE = '@scalar/api-reference';

const LICENCE = `MIT License

Copyright (c) 2023-present Scalar

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

const folder = packageFolder(PACKAGE, __dirname);
/** @type {unknown} */
const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
const { version } = /** @type {{ version: string }} */ (manifest);
const code = fs
  .readFileSync(path.join(folder, 'dist/browser/standalone.js'), 'utf8')
  // The map is not served.
  .replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
const target = path.join(__dirname, 'dist/viewer');
fs.mkdirSync(target, { recursive: true });
// Renamed when it is whole: an application may be starting.
const file = path.join(target, 'viewer.js');
fs.writeFileSync(`${file}.new`, `/*!\n${PACKAGE} ${version}\n\n${LICENCE}\n*/\n${code}`);
fs.renameSync(`${file}.new`, file);
