import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#server/platform/markdown/render.ts';
import { documentSchema } from '#web/features/editor/schema.ts';
import { createSourceMap } from '#web/features/editor/source-map.ts';
import { documents } from './documents.ts';
import { fuzzing, slowMs } from './fuzzing.ts';
import { meaningOfDocument, meaningOfHtml } from './meaning.ts';

const schema = documentSchema();

describe('a document made in the editor', { timeout: slowMs }, () => {
  it('means on the page what it means in the editor', () => {
    fc.assert(
      fc.property(documents(schema), (doc) => {
        const markdown = createSourceMap(schema).write(doc);
        expect({ markdown, meaning: meaningOfHtml(renderMarkdown(markdown).html) }).toEqual({
          markdown,
          meaning: meaningOfDocument(doc),
        });
      }),
      fuzzing(100),
    );
  });
});
