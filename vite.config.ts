import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { inlineTexts } from './scripts/inline-texts.ts';

/** The frameworks change seldom: a new version of the site leaves them in the readers' caches. */
const frameworks = /\/node_modules\/(react|react-dom|scheduler|react-router)\//;
/** The shell and what it stands on: one file instead of two dozen small ones that compress badly. */
const onEveryPage = [
  /\/text\/(fill|format|person)\.ts/,
  /\/web\/shell\/(?!toaster|user-(tools|menu|identity|links)|mobile-user-menu|welcome|figures)/,
  /\/contract\/paths\.ts/,
  /\/web\/api\/(author-path|browser|catalogue|client|context|error|http-transport|local-path|notify|session|token-|use-session)/,
  /\/web\/ui\/(avatar|badge|button|class-names|container|facts|notice|picture|text-link|use-late-code|use-now)\./,
  /\/lucide-react\/dist\/esm\/(icons\/(arrow-right|eye|message-square|pin)|shared|Icon|context|createLucideIcon)/,
  /\/text\/ru\/nouns\.ts/,
  /\/web\/features\/posts\/(abilities|optional|post-(card|date|image|parts|tools)|section|typographic-panel)\./,
  /\/web\/pages\/page-boundary\./,
  /rolldown\/runtime|vite\/preload-helper|\/web\/root\.tsx|\/web\/entry\.client/,
];

export default defineConfig({
  plugins: [inlineTexts(), tailwindcss(), reactRouter()],
  build: {
    // The content policy allows files of our own, not data: fonts and scripts.
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
                { name: 'site', test: (id) => onEveryPage.some((pattern) => pattern.test(id)) },
              ],
            },
          },
        },
      },
    },
  },
});
