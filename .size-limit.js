import { globSync, readFileSync } from 'node:fs';

/** What a reader's browser loads on the pages where one reads: the manifest of the build names the files of each. */
const folder = 'build/client';
const limit = '150 kB';

const [manifestFile] = globSync(`${folder}/assets/manifest-*.js`);
const { entry, routes } = JSON.parse(readFileSync(manifestFile, 'utf8').replace(/^[^{]*|;$/g, ''));

const scriptsOf = (id) => [routes[id].module, ...routes[id].imports];
const frame = [entry.module, ...entry.imports, ...scriptsOf('root'), ...scriptsOf('pages/page-boundary')];

const pages = { home: 'home', list: 'posts', post: 'post', category: 'category', author: 'author' };

export default Object.entries(pages).map(([name, file]) => ({
  name,
  path: [...new Set([...frame, ...scriptsOf(`pages/${file}`)])].map((script) => folder + script),
  limit,
  gzip: true,
}));
