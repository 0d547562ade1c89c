import { resolve } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Rolldown } from 'vite';
import { readingPages } from './scripts/reading-pages.ts';

/** The frameworks rarely change: browsers keep them in their caches across versions of the site. */
const frameworks = /\/node_modules\/(react|react-dom|scheduler|react-router)\//;

const readingModules = ['root', ...readingPages.map((name) => `pages/${name}`)].map((name) =>
  resolve(import.meta.dirname, `web/${name}.tsx`),
);

/** Whether a reading page imports a module, itself or through others. */
function isForReading(id: string, graph: Rolldown.ChunkingContext): boolean {
  const importers = new Set([id]);
  for (const importer of importers)
    for (const next of graph.getModuleInfo(importer)?.importers ?? []) importers.add(next);
  return readingModules.some((page) => page !== id && importers.has(page));
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
                // One file for all reading pages: by default each set of pages that share a module gets its own file, 40 for a page.
                { name: (id, graph) => (isForReading(id, graph) ? 'site' : null), debugName: 'site' },
              ],
            },
          },
        },
      },
    },
  },
});
