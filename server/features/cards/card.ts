import { createHash } from 'node:crypto';
import type { CategoryColor, CategoryMark } from '#contract/category-style.ts';

/** The size that previews of messengers and social networks use. */
export const cardWidth = 1200;
export const cardHeight = 630;

/** To raise whenever the same content is drawn in another way. */
const designVersion = 1;

/** What a card shows. Empty texts are left out. */
export type Card = {
  title: string;
  /** Smaller, below the title. */
  text: string;
  /** Above the title. */
  label: { text: string; mark: CategoryMark | null } | null;
  /** At the bottom, beside the name of the site. */
  byline: string;
  /** The colours of a category; null for those of links. */
  color: CategoryColor | null;
  /** A large mark in place of a picture. */
  emblem: CategoryMark | null;
  picture: CardPicture | null;
  site: { name: string; markColor: string | null };
};

export type CardPicture = {
  path: string;
  shape: 'panel' | 'circle';
  /** The place that stays visible when the picture is cropped, from 0 to 1. */
  focus: { x: number; y: number };
  /** Shown while nothing else is: below transparent parts. */
  tint: string | null;
};

/** A name for the picture of a card: equal cards have equal names. */
export const cardName = (card: Card): string =>
  createHash('sha256')
    .update(JSON.stringify([designVersion, card]))
    .digest('hex')
    .slice(0, 40);
