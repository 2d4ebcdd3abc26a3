import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { PLUGIN, ROOT } from '../../documentation/documents';

const BUILD = path.join(ROOT, 'dist/build');

const filesOfCode = () => readdirSync(BUILD).filter((file) => file.endsWith('.js'));

/** The names of the built panel's files in which a text stands. */
export const filesWith = (text: string): string[] =>
  filesOfCode().filter((file) => readFileSync(path.join(BUILD, file), 'utf8').includes(text));

/** A file of the built panel that has code of the plugin. */
export interface Chunk {
  file: string;
  bytes: number;
  gzipped: number;
  /** The files that are loaded with it, of the plugin or not. */
  imports: string[];
  /** The files that it loads once they are needed. */
  lazy: string[];
}

/**
 * The plugin's chunks in the built panel, by their names. What the panel loads at its start (the menu, the texts in
 * English) is in Strapi's own chunk and not among them.
 */
export function pluginChunks(): Map<string, Chunk> {
  // A chunk of the plugin's build, such as `Count-B1mmfaZd.mjs`, keeps its name in front of the one that Vite gives it.
  const built = readdirSync(path.join(ROOT, PLUGIN, 'dist/admin'))
    .filter((name) => /-.{8}\.mjs$/.test(name))
    .map((name) => name.slice(0, -'.mjs'.length));
  const files = filesOfCode();
  const chunks = built.flatMap((name) =>
    files.filter((file) => file.startsWith(`${name}-`)).map((file) => [nameOf(name), chunkOf(file)] as const),
  );
  return new Map(chunks);
}

/** The plugin's chunks that are loaded with one of them, itself included. */
export function loadedWith(chunks: ReadonlyMap<string, Chunk>, name: string): Set<string> {
  const loaded = new Set([name]);
  for (const one of loaded) {
    for (const [other, { file }] of chunks) {
      if (chunks.get(one)!.imports.includes(file)) loaded.add(other);
    }
  }
  return loaded;
}

const nameOf = (built: string): string => built.slice(0, -'-12345678'.length);

function chunkOf(file: string): Chunk {
  const content = readFileSync(path.join(BUILD, file));
  const code = content.toString();
  const matches = (pattern: RegExp) => [...new Set([...code.matchAll(pattern)].map(([, name]) => name!))];
  return {
    file,
    bytes: content.length,
    gzipped: gzipSync(content).length,
    imports: matches(/\bimport(?:[\w${},*\s]+from)?"\.\/([^"]+)"/g),
    lazy: matches(/\bimport\("\.\/([^"]+)"\)/g),
  };
}
