import golosCyrillic from '@fontsource-variable/golos-text/files/golos-text-cyrillic-wght-normal.woff2?url';
import golosLatin from '@fontsource-variable/golos-text/files/golos-text-latin-wght-normal.woff2?url';
import literataCyrillic from '@fontsource-variable/literata/files/literata-cyrillic-wght-normal.woff2?url';
import literataLatin from '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2?url';

/**
 * The font files that every page needs at once: the root preloads them, the others come on demand. Spaces and
 * points stand in the Latin files.
 */
export const preloadedFonts = [golosCyrillic, literataCyrillic, golosLatin, literataLatin];
