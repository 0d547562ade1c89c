import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownPictures } from '#server/platform/markdown/pictures.ts';
import { renderMarkdown } from '#server/platform/markdown/render.ts';
import { picturesNamedIn } from '#server/platform/media-url.ts';
import { documentSchema } from '#web/features/editor/schema.ts';
import { createSourceMap } from '#web/features/editor/source-map.ts';
import { documents } from './documents.ts';
import { fuzzing, slowMs } from './fuzzing.ts';
import { meaningOfDocument, meaningOfHtml } from './meaning.ts';

const schema = documentSchema();

/** Metadata for every image in the text, so that the renderer treats each as stored. */
const picturesOf = (markdown: string): KnownPictures => ({
  origin: '',
  byPath: Object.fromEntries(
    picturesNamedIn(markdown).map((path) => [path, { width: 1, height: 1, tint: null, sources: [] }]),
  ),
});

describe('a document created in the editor', { timeout: slowMs }, () => {
  it('has the same semantics on the page as in the editor', () => {
    fc.assert(
      fc.property(documents(schema), (doc) => {
        const markdown = createSourceMap(schema).write(doc);
        expect({
          markdown,
          meaning: meaningOfHtml(renderMarkdown(markdown, picturesOf(markdown)).html),
        }).toEqual({
          markdown,
          meaning: meaningOfDocument(doc),
        });
      }),
      fuzzing(100),
    );
  });
});
