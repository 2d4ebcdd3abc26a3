'use strict';

// Before it is packed: puts the repository's documents and examples into the package, with links that lead inside it.
// After it is packed, `node copy-documents.js --remove` takes them out again.
const fs = require('node:fs');
const path = require('node:path');
const { nearest } = require('./nearest');

const FOLDERS = ['docs', 'examples'];
/** Where the repository has this package. */
const HERE = 'src/plugins/work-tracking';
/** Only in the repository: what says so is no link. */
const ELSEWHERE = /\[([^\]]*)\]\(\.\.\/(?:Dockerfile|CONTRIBUTING\.md)\)/g;

/** @param {string} file */
function leadInside(file) {
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, text.replaceAll(`](../${HERE}/`, '](../').replaceAll(ELSEWHERE, '$1'));
}

/** @type {(folder: string) => void} */
const remove = (folder) => fs.rmSync(path.join(__dirname, folder), { recursive: true, force: true });

FOLDERS.forEach(remove);
if (!process.argv.includes('--remove')) {
  const repository = nearest(__dirname, HERE);
  for (const folder of FOLDERS) {
    fs.cpSync(path.join(repository, folder), path.join(__dirname, folder), {
      recursive: true,
      filter: (source) => path.basename(source) !== 'dist',
    });
    for (const name of fs.readdirSync(path.join(__dirname, folder))) {
      if (name.endsWith('.md')) leadInside(path.join(__dirname, folder, name));
    }
  }
}
