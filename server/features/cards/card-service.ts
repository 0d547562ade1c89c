import { displayName } from '#locales/person.ts';
import * as texts from '#locales/ru/cards.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import { guest } from '#server/platform/actor.ts';
import { type Picture, variantPath } from '#server/platform/picture.ts';
import type { SiteIdentity } from '#server/platform/site-identity.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { type Card, type CardPicture, cardHeight, cardName } from './card.ts';
import type { CardFiles } from './card-files.ts';
import type { CardRenderer } from './card-renderer.ts';

export type CardDeps = {
  identity: SiteIdentity;
  publicUrl: string;
  accounts: Pick<Accounts, 'getByUsername'>;
  categories: Pick<Categories, 'get'>;
  posts: Pick<Posts, 'get'>;
  storage: Pick<Storage, 'get'>;
};

export type CardService = ReturnType<typeof createCardService>;

const center = { x: 0.5, y: 0.5 };

/** The social cards of what guests may see. Each throws `notFound` for anything else. */
export function createCardService(deps: CardDeps & { files: CardFiles; renderer: CardRenderer }) {
  const { identity, publicUrl, accounts, categories, posts, storage, files, renderer } = deps;
  const site = { name: identity.name, markColor: identity.colors.mark };
  const plain = { text: '', label: null, byline: '', color: null, emblem: null, picture: null, site };

  async function ofPost(slug: string): Promise<Buffer> {
    const { title, standfirst, image, imageFocus, category, author } = await posts.get(guest, slug);
    return cardOf({
      ...plain,
      title,
      text: standfirst ?? '',
      label: category && { text: category.name, mark: category.mark ?? 'tag' },
      byline: nameOf(author),
      color: category?.color ?? null,
      picture: image && { ...pictureOf(image), shape: 'panel', focus: imageFocus ?? center },
    });
  }

  async function ofCategory(slug: string): Promise<Buffer> {
    const { name, description, color, mark } = await categories.get(slug);
    return cardOf({ ...plain, title: name, text: description, color, emblem: mark ?? 'tag' });
  }

  async function ofAuthor(username: string): Promise<Buffer> {
    const account = await accounts.getByUsername(username);
    return cardOf({
      ...plain,
      title: nameOf(account),
      text: account.bio,
      label: { text: texts.author, mark: null },
      picture: account.avatar && { ...pictureOf(account.avatar), shape: 'circle', focus: center },
    });
  }

  const ofSite = (): Promise<Buffer> =>
    cardOf({ ...plain, title: identity.name, text: identity.description, byline: new URL(publicUrl).host });

  /** Equal cards are drawn once. */
  async function cardOf(card: Card): Promise<Buffer> {
    const name = cardName(card);
    const known = await files.get(name);
    if (known) return known;
    const picture = card.picture ? ((await storage.get(card.picture.path)) ?? null) : null;
    const bytes = Buffer.from(await renderer.draw({ card, picture }));
    await files.put(name, bytes);
    return bytes;
  }

  return { ofPost, ofCategory, ofAuthor, ofSite };
}

/** The smallest file of a picture that is large enough, to read and decode as little as possible. */
function pictureOf(picture: Picture): Pick<CardPicture, 'path' | 'tint'> {
  const { path, width, height, tint, webpWidths } = picture;
  const wanted = webpWidths
    .toSorted((left, right) => left - right)
    .find((variant) => (variant * Math.min(width, height)) / width >= cardHeight);
  return { path: wanted ? variantPath(path, { type: 'webp', width: wanted }) : path, tint };
}

const nameOf = ({
  username,
  firstName,
  lastName,
}: {
  username: string;
  firstName: string;
  lastName: string;
}) => displayName({ username, first_name: firstName, last_name: lastName });
