import type { Document } from '#server/platform/http/documents.ts';
import type { CardService } from './card-service.ts';

/** Cards are kept as files, not in the response cache: they are large, and a program fetches each once. */
export const cardDocuments = (cards: CardService): Document[] => {
  const documentOf = (path: string, draw: (params: Record<string, string>) => Promise<Buffer>): Document => ({
    path,
    contentType: 'image/jpeg',
    cost: 'card',
    render: async (params) => ({ body: await draw(params), tags: undefined }),
  });
  return [
    documentOf('/card.jpg', cards.ofSite),
    documentOf('/posts/{slug}/card.jpg', ({ slug = '' }) => cards.ofPost(slug)),
    documentOf('/categories/{slug}/card.jpg', ({ slug = '' }) => cards.ofCategory(slug)),
    documentOf('/users/{username}/card.jpg', ({ username = '' }) => cards.ofAuthor(username)),
  ];
};
