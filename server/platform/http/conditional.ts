import { hash } from 'node:crypto';

/** Characters of a base64url hash, for 15 bytes. */
const tagLength = 20;

/**
 * ETag of a response body. Weak, because the same response is also sent compressed. `If-Match` never accepts a weak
 * tag: it takes the version of a post.
 */
export const entityTag = (body: string | Buffer): string =>
  `W/"${hash('sha256', body, 'base64url').slice(0, tagLength)}"`;

/** Whether `If-None-Match` matches the ETag: the client has this response already. */
export function matchesEtag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (value: string) => value.replace(/^W\//, '');
  return tagsIn(ifNoneMatch).some((candidate) => candidate === '*' || opaque(candidate) === opaque(tag));
}

/**
 * Versions that `If-Match` accepts; undefined without a condition. A tag that is not a version matches none; an
 * unquoted number counts as a version.
 */
export function expectedVersions(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '') return undefined;
  const tags = tagsIn(ifMatch);
  if (tags.includes('*')) return undefined;
  return tags.flatMap((tag) => {
    const [, version] = /^"?(\d{1,9})"?$/.exec(tag) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
}

const tagsIn = (header: string): string[] => header.split(',').map((tag) => tag.trim());
