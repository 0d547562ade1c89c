import type { Media } from '#server/features/media/index.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Article } from './article.ts';
import type { ImportFolder } from './import-folder.ts';
import { authorsFile } from './people.ts';
import { isLocalPicture, replacePictureTargets } from './picture-links.ts';
import { Refusal, withLocation } from './problem.ts';
import type { YamlText } from './yaml-value.ts';

/** The stored cover of an article, and its text with the URLs of stored pictures. */
export type StoredPictures = { imageId: number | null; content: string };

type StoredPicture = { id: number; path: string };
type Deps = { media: Media; folder: ImportFolder };

export type PictureImporter = ReturnType<typeof createPictureImporter>;

/** Stores the pictures of the articles of one import, each file once. */
export function createPictureImporter({ media, folder }: Deps) {
  const stored = new Map<string, Promise<StoredPicture>>();

  async function save(ownerId: number, location: string): Promise<StoredPicture> {
    return media.save(ownerId, await folder.readPicture(location), 'image', { isUnlimited: true });
  }

  async function store(ownerId: number, file: string, target: string, line: number): Promise<StoredPicture> {
    try {
      const location = await folder.locatePicture(file, target);
      const pendingPicture = stored.get(location) ?? save(ownerId, location);
      stored.set(location, pendingPicture);
      return await pendingPicture;
    } catch (error) {
      throw toPictureRefusal(error, target, line);
    }
  }

  return {
    /** Reads the avatar of a person, a picture beside the articles. */
    async readAvatar({ text, line }: YamlText): Promise<Uint8Array> {
      const about = `${authorsFile}:${line}`;
      return withLocation({ about }, async () =>
        folder.readPicture(await folder.locatePicture(authorsFile, `/${text}`)),
      );
    },

    /** Stores the pictures and returns the text with their URLs. Throws Refusal for the first invalid one. */
    async store({ file, image, pictures, content }: Article, ownerId: number): Promise<StoredPictures> {
      const cover =
        image && isLocalPicture(image.text) ? await store(ownerId, file, image.text, image.line) : null;
      const addresses = new Map<string, string>();
      for (const { target, line } of pictures)
        if (!addresses.has(target))
          addresses.set(target, `/media/${(await store(ownerId, file, target, line)).path}`);
      return { imageId: cover?.id ?? null, content: replacePictureTargets(content, addresses) };
    },
  };
}

function toPictureRefusal(error: unknown, target: string, line: number): unknown {
  if (error instanceof Refusal) return new Refusal({ ...error.problem, about: target, line });
  const message = error instanceof AppError ? error.details.fields?.image?.[0] : undefined;
  return message ? new Refusal({ ...message, about: target, line }) : error;
}
