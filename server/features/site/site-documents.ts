import type { Document } from '#server/platform/http/documents.ts';

/** The API shows nothing that the pages do not show, so a crawler that reads it only costs time. */
const robots = `User-agent: *
Disallow: /api/
`;

export const siteDocuments: Document[] = [
  {
    path: '/robots.txt',
    contentType: 'text/plain; charset=utf-8',
    render: async () => ({ body: robots, tags: [] }),
  },
];
