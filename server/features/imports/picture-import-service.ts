import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Media } from '#server/features/media/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Article } from './article.ts';
import type { ImportSource } from './import-source.ts';
import { findPictureItem, putItem } from './import-store.ts';
import { authorsFile } from './people.ts';
import { replacePictureTargets } from './picture-links.ts';
import { type Problem, Refusal, withLocation } from './problem.ts';
import type { YamlText } from './yaml-value.ts';

/** The stored cover of an article, its text with the URLs of stored pictures, and why pictures are missing. */
export type StoredPictures = { imageId: number | null; content: string; problems: Problem[] };

type StoredPicture = { id: number; path: string };
type Deps = { db: Db; media: Pick<Media, 'save'>; source: ImportSource; runId: number };

export type PictureImporter = ReturnType<typeof createPictureImporter>;

/** Pictures that are being stored, or were lately; all others are in the database. */
const maxRemembered = 1_000;
const maxKeyLength = 300;

const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Stores the pictures of the articles of one source, each once in all its imports. */
export function createPictureImporter({ db, media, source, runId }: Deps) {
  const { pictures: files, key } = source;
  const stored = new LRUCache<string, Promise<StoredPicture>>({ max: maxRemembered });

  /** A picture of the web is known by its address, a file by its content: folders are moved and files replaced. */
  async function findOrSave(ownerId: number, location: string): Promise<StoredPicture> {
    const isUrl = /^https?:/i.test(location);
    if (isUrl) {
      const known = await findPictureItem(db, { source: key, sourceId: toId(location) });
      if (known) return known;
    }
    const bytes = await files.readPicture(location);
    const sourceId = isUrl ? toId(location) : `sha256:${hashOf(bytes)}`;
    // Two files with one content are one picture, also of articles that are prepared at once.
    return once(sourceId, () => save(ownerId, bytes, sourceId));
  }

  async function save(ownerId: number, bytes: Uint8Array, sourceId: string): Promise<StoredPicture> {
    const known = await findPictureItem(db, { source: key, sourceId });
    if (known) return known;
    const saved = await media.save(ownerId, bytes, 'image', {
      isUnlimited: true,
      isCopy: source.copy !== undefined,
    });
    await putItem(db, { source: key, kind: 'picture', sourceId }, { runId, objectId: saved.id });
    return saved;
  }

  async function store(ownerId: number, file: string, target: string): Promise<StoredPicture> {
    const location = await files.locatePicture(file, target);
    return once(`at ${location}`, () => findOrSave(ownerId, location));
  }

  function once(name: string, work: () => Promise<StoredPicture>): Promise<StoredPicture> {
    const pending = stored.get(name) ?? work();
    stored.set(name, pending);
    return pending;
  }

  return {
    /** Reads the avatar of a person, a picture beside the articles. */
    async readAvatar({ text, line }: YamlText): Promise<Uint8Array> {
      const about = `${authorsFile}:${line}`;
      return withLocation({ about }, async () =>
        files.readPicture(await files.locatePicture(authorsFile, `/${text}`)),
      );
    },

    /** Stores the pictures. One that is missing or invalid is a problem, and its address stays in the text. */
    async store(
      { file, image, pictures, content }: Pick<Article, 'file' | 'image' | 'pictures' | 'content'>,
      ownerId: number,
    ): Promise<StoredPictures> {
      const problems: Problem[] = [];
      const tryStore = async (target: string, line: number): Promise<StoredPicture | undefined> => {
        try {
          return await store(ownerId, file, target);
        } catch (error) {
          problems.push(toPictureProblem(error, target, line));
          return undefined;
        }
      };
      const cover = image && files.owns(image.text) ? await tryStore(image.text, image.line) : undefined;
      const addresses = new Map<string, string>();
      const seen = new Set<string>();
      for (const { target, line } of pictures) {
        if (seen.has(target)) continue;
        seen.add(target);
        const picture = await tryStore(target, line);
        if (picture) addresses.set(target, `/media/${picture.path}`);
      }
      const text = files.replace
        ? files.replace(content, addresses)
        : replacePictureTargets(content, addresses, files.owns);
      return { imageId: cover?.id ?? null, content: text, problems };
    },
  };
}

const toId = (location: string): string =>
  location.length > maxKeyLength ? `sha256:${hashOf(location)}` : location;

/** Throws errors that are not about the picture. */
function toPictureProblem(error: unknown, target: string, line: number): Problem {
  const about = target.length > 200 ? `${target.slice(0, 200)}…` : target;
  if (error instanceof Refusal) return { ...error.problem, about, line };
  const message = error instanceof AppError ? error.details.fields?.image?.[0] : undefined;
  if (message) return { ...message, about, line };
  throw error;
}
