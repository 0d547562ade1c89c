export type Look = { width: number; theme: 'light' | 'dark' };

/** Neighbours differ in both. */
export const looks: readonly Look[] = [
  { width: 390, theme: 'dark' },
  { width: 1280, theme: 'light' },
  { width: 390, theme: 'light' },
  { width: 1280, theme: 'dark' },
];

/**
 * Screens with the looks in which they are checked: each in one look, in turn, so that a few screens show every look. Only
 * the first of them if `most` are enough. With EVERY_LOOK (`npm run test:all -- screens`) each screen in each look.
 */
export function inRotation<Screen, Way>(
  screens: readonly Screen[],
  ways: readonly Way[],
  most = screens.length,
): Array<{ screen: Screen } & Way> {
  if (process.env.EVERY_LOOK) return screens.flatMap((screen) => ways.map((way) => ({ screen, ...way })));
  return screens.slice(0, most).map((screen, index) => ({ screen, ...(ways[index % ways.length] as Way) }));
}
