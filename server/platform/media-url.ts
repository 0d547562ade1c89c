/** Absolute addresses of stored files: clients live on other origins too (contract 1.7). */
export const mediaUrl = (publicUrl: string, path: string | null): string | null =>
  path === null ? null : `${publicUrl}/media/${path}`;
