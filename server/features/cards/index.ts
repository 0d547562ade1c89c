import { join } from 'node:path';
import type { Document } from '#server/platform/http/documents.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { Log } from '#server/platform/log.ts';
import { cardDocuments } from './card-documents.ts';
import { createCardFiles } from './card-files.ts';
import { createCardRenderer } from './card-renderer.ts';
import { type CardDeps, createCardService } from './card-service.ts';

export type Cards = { operations: Operation[]; documents: Document[]; close(): Promise<void> };

type Deps = CardDeps & { log: Log; cacheFolder: string };

export function createCards({ log, cacheFolder, ...deps }: Deps): Cards {
  const renderer = createCardRenderer();
  const files = createCardFiles({ folder: join(cacheFolder, 'cards'), log });
  const cards = createCardService({ ...deps, files, renderer });
  return { operations: [], documents: cardDocuments(cards), close: renderer.close };
}
