/** Absolute addresses of stored files: clients live on other origins too (contract 1.7). */
export function mediaUrl(publicUrl: string, path: string): string;
export function mediaUrl(publicUrl: string, path: string | null): string | null;
export function mediaUrl(publicUrl: string, path: string | null): string | null {
  return path === null ? null : `${publicUrl}/media/${path}`;
}
