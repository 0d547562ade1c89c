import type { Plugin } from 'vite';
import { templateOf } from '../text/index.ts';

const importOfT = /import \{ t \} from '#text\/index\.ts';/;
const builtKey = /\bt\(`/;
const messageOfSchema = /\berror: '[a-z]\w*\.[a-z]|\.(min|max|refine)\([^()\n]*, '[a-z]\w*\.[a-z]/i;
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
      handler(code, id) {
        // It would be shown to readers as it stands.
        if (builtKey.test(code))
          this.error(`${id}: a key that is put together cannot be replaced by its text`);
        if (messageOfSchema.test(code))
          this.error(`${id}: messages of schemas are looked up later; keep them in a module without t`);
        return code
          .replace(importOfT, "import { fill as t } from '#text/fill.ts';")
          .replace(keys, (literal, key: string) => JSON.stringify(templateOf(key)) ?? literal);
      },
    },
  };
}
