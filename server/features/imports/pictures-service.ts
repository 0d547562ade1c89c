import type { Media } from '#server/features/media/index.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Article } from './article.ts';
import type { ImportFolder } from './import-folder.ts';
import { isLocalPicture, withPictureAddresses } from './picture-links.ts';
import { Refusal } from './problem.ts';

/** The stored cover of an article, and its text with the URLs of stored pictures. */
export type KeptPictures = { imageId: number | null; content: string };

type Stored = { id: number; path: string };
type Deps = { media: Media; folder: ImportFolder };

/** Stores the pictures of the articles of one import, each file once. */
export function createPictures({ media, folder }: Deps) {
  const stored = new Map<string, Promise<Stored>>();

  async function keep(ownerId: number, location: string): Promise<Stored> {
    return media.keep(ownerId, await folder.readPicture(location), 'image', { isUnlimited: true });
  }

  async function take(ownerId: number, file: string, target: string, line: number): Promise<Stored> {
    try {
      const location = await folder.locatePicture(file, target);
      const kept = stored.get(location) ?? keep(ownerId, location);
      stored.set(location, kept);
      return await kept;
    } catch (error) {
      throw aboutPicture(error, target, line);
    }
  }

  return {
    /** Stores the pictures and returns the text with their URLs. Throws Refusal for the first invalid one. */
    async take({ file, image, pictures, content }: Article, ownerId: number): Promise<KeptPictures> {
      const cover =
        image && isLocalPicture(image.text) ? await take(ownerId, file, image.text, image.line) : null;
      const addresses = new Map<string, string>();
      for (const { target, line } of pictures)
        if (!addresses.has(target))
          addresses.set(target, `/media/${(await take(ownerId, file, target, line)).path}`);
      return { imageId: cover?.id ?? null, content: withPictureAddresses(content, addresses) };
    },
  };
}

function aboutPicture(error: unknown, target: string, line: number): unknown {
  if (error instanceof Refusal) return new Refusal({ ...error.problem, about: target, line });
  const message = error instanceof AppError ? error.details.fields?.image?.[0] : undefined;
  return message ? new Refusal({ ...message, about: target, line }) : error;
}
