import { isIP } from 'node:net';
import type { ImportFolder } from './import-folder.ts';
import type { PictureFiles } from './import-source.ts';
import { fetchPicture, isPublicAddress } from './picture-fetch.ts';
import { isLocalPicture } from './picture-links.ts';
import { Refusal, refuse } from './problem.ts';

type Options = {
  /** The address of the earlier site, to which relative addresses refer. */
  siteUrl: string | undefined;
  /** A copy of its pictures, which is looked through first. */
  folder: ImportFolder | undefined;
  /** Whether pictures are taken from the folder only. */
  isOffline: boolean;
};

/** Where the systems keep pictures; a copy may be of this folder or of one above it. */
const uploadFolders = /^.*?\/(?:wp-content\/uploads|content\/images)\//;
const sizeSuffix = /-\d{2,5}x\d{2,5}(?=\.\w{3,4}$)/;

/** Pictures that texts name by their address on the web. */
export function createWebPictures({ siteUrl, folder, isOffline }: Options): PictureFiles {
  async function findInFolder(url: URL): Promise<string | undefined> {
    if (!folder) return undefined;
    const path = decode(url.pathname);
    const short = path.replace(uploadFolders, '');
    const names = [path, short].flatMap((name) => [name.replace(sizeSuffix, ''), name]);
    for (const name of new Set(names)) {
      try {
        return await folder.locatePicture('', `/${name.replace(/^\/+/, '')}`);
      } catch (error) {
        if (!(error instanceof Refusal) || error.problem.key !== 'imports.pictureMissing') throw error;
      }
    }
    return undefined;
  }

  return {
    owns: (address) => /^https?:/i.test(address) || isLocalPicture(address),
    async locatePicture(_file, target) {
      if (!URL.canParse(target, siteUrl)) return refuse('imports.pictureMissing');
      const url = new URL(target, siteUrl);
      const found = await findInFolder(url);
      if (found !== undefined) return found;
      if (isOffline || !/^https?:$/.test(url.protocol)) return refuse('imports.pictureMissing');
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      return isIP(host) !== 0 && !isPublicAddress(host) ? refuse('imports.picturePrivate') : url.href;
    },
    readPicture: (location) =>
      /^https?:/i.test(location)
        ? fetchPicture(location)
        : (folder?.readPicture(location) ?? refuse('imports.pictureMissing')),
  };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
