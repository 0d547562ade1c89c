import type { Plugin } from 'vite';
import { templateOf } from '../text/index.ts';

const importOfT = /import \{ t \} from '#text\/index\.ts';/;
const keys = /'([a-z]\w*\.[a-z]\w*)'/gi;

/**
 * In the readers' bundle a key is its text already, so that a page loads its own words and not the whole catalogue.
 * Modules that look up keys which came over the wire import `textOf` and keep it.
 */
export function inlineTexts(): Plugin {
  return {
    name: 'inline-texts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/web\/.*\.tsx?/, code: importOfT },
      handler: (code) =>
        code
          .replace(importOfT, "import { fill as t } from '#text/fill.ts';")
          .replace(keys, (literal, key: string) => JSON.stringify(templateOf(key)) ?? literal),
    },
  };
}
