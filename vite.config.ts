import { resolve } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Rolldown } from 'vite';
import { readingPages } from './scripts/reading-pages.ts';

/** The frameworks rarely change: browsers keep them in their caches across versions of the site. */
const frameworks = /\/node_modules\/(react|react-dom|scheduler|react-router)\//;

const moduleOf = (name: string) => resolve(import.meta.dirname, `web/${name}.tsx`);
/** These modules are part of every page. */
const frame = ['root', 'pages/page-boundary'].map(moduleOf);

/** The reading pages that import a module, themselves or through others. */
function readersOf(id: string, graph: Rolldown.ChunkingContext): readonly string[] {
  const importers = new Set([id]);
  for (const importer of importers)
    for (const next of graph.getModuleInfo(importer)?.importers ?? []) importers.add(next);
  importers.delete(id);
  if (frame.some((module) => importers.has(module))) return readingPages;
  return readingPages.filter((name) => importers.has(moduleOf(`pages/${name}`)));
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // The content security policy forbids fonts and scripts in data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'frameworks', test: frameworks },
                // By default each set of pages that share a module gets its own file, 40 for a page. A group takes the modules
                // that its own import, so the shared ones come first.
                {
                  name: (id, graph) => (readersOf(id, graph).length > 1 ? 'site' : null),
                  debugName: 'modules of several reading pages',
                },
                {
                  name: (id, graph) => readersOf(id, graph)[0] ?? null,
                  debugName: 'modules of one reading page',
                },
              ],
            },
          },
        },
      },
    },
  },
});
