import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownPictures } from '#server/platform/markdown/pictures.ts';
import { renderMarkdown } from '#server/platform/markdown/render.ts';
import { findPicturePaths } from '#server/platform/media-url.ts';
import { createDocumentSchema } from '#web/features/editor/schema.ts';
import { createSourceTracker } from '#web/features/editor/source-tracker.ts';
import { documents } from './documents.ts';
import { fuzzOptions } from './fuzzing.ts';
import { documentSemantics, htmlSemantics } from './semantics.ts';

const schema = createDocumentSchema();

/** Metadata for every image in the text, so that the renderer treats each as stored. */
const knownPicturesOf = (markdown: string): KnownPictures => ({
  origin: '',
  byPath: Object.fromEntries(
    findPicturePaths(markdown).map((path) => [path, { width: 1, height: 1, tint: null, sources: [] }]),
  ),
});

describe('a document created in the editor', () => {
  it('has the same semantics on the page as in the editor', () => {
    fc.assert(
      fc.property(documents(schema), (doc) => {
        const markdown = createSourceTracker(schema).write(doc);
        expect({
          markdown,
          semantics: htmlSemantics(renderMarkdown(markdown, knownPicturesOf(markdown)).html),
        }).toEqual({
          markdown,
          semantics: documentSemantics(doc),
        });
      }),
      fuzzOptions(100),
    );
  });
});
