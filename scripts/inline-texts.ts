import type { Plugin } from 'vite';
import { templateOf } from '../text/index.ts';

const importOfT = /import \{ t \} from '#text\/index\.ts';/;
const builtKey = /\bt\(`/;
const messageOfSchema = /\berror: '[a-z]\w*\.[a-z]|\.(min|max|refine)\([^()\n]*, '[a-z]\w*\.[a-z]/i;
const keys = /'([a-z]\w*\.[a-z]\w*)'/gi;

/**
 * Replaces each message key by its text in the client bundle, so that a page loads its own texts and not the whole
 * catalogue. Modules that look up keys received from the server import `textOf` and are not changed.
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
        // Readers would see the key itself.
        if (builtKey.test(code))
          this.error(`${id}: a key that is built at runtime cannot be replaced by its text`);
        if (messageOfSchema.test(code))
          this.error(`${id}: messages of schemas are looked up at runtime; move them to a module without t`);
        return code
          .replace(importOfT, "import { fill as t } from '#text/fill.ts';")
          .replace(keys, (literal, key: string) => JSON.stringify(templateOf(key)) ?? literal);
      },
    },
  };
}
