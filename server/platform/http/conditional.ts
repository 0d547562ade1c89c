import { hash } from 'node:crypto';

/** Of a hash in base64, for 15 bytes. */
const tagLength = 20;

/**
 * Names the bytes of an answer (contract decision 29). Weak, because the same answer also goes out compressed; a weak
 * tag never satisfies `If-Match`, which takes the version of a post.
 */
export const entityTag = (answer: string | Buffer): string =>
  `W/"${hash('sha256', answer, 'base64url').slice(0, tagLength)}"`;

/** Whether `If-None-Match` names this answer: the caller has it already. */
export function isKnownTo(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (value: string) => value.replace(/^W\//, '');
  return tagsIn(ifNoneMatch).some((known) => known === '*' || opaque(known) === opaque(tag));
}

/**
 * The versions that `If-Match` allows to be changed; undefined where any may be. A tag that is no version allows none;
 * a bare number is taken for the version it looks like.
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
