import { globSync, readFileSync } from 'node:fs';
import { readingPages } from './scripts/reading-pages.ts';

/** The scripts of the reading pages: the manifest of the build lists the files of each page, and is one of them. */
const folder = 'build/client';
const limit = '150 kB';

const [manifestFile] = globSync(`${folder}/assets/manifest-*.js`);
const { entry, routes } = JSON.parse(readFileSync(manifestFile, 'utf8').replace(/^[^{]*|;$/g, ''));

const scriptsOf = (id) => [routes[id].module, ...routes[id].imports];
const frame = [entry.module, ...entry.imports, ...scriptsOf('root'), ...scriptsOf('pages/page-boundary')];

export default readingPages.map((page) => ({
  name: page,
  path: [
    manifestFile,
    ...[...new Set([...frame, ...scriptsOf(`pages/${page}`)])].map((script) => folder + script),
  ],
  limit,
  gzip: true,
}));
