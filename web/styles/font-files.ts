import golosCyrillic from './fonts/golos-text-cyrillic-normal.woff2?url';
import golosSigns from './fonts/golos-text-signs-normal.woff2?url';
import literataCyrillic from './fonts/literata-cyrillic-normal.woff2?url';
import literataSigns from './fonts/literata-signs-normal.woff2?url';

/** The font files that every page needs; the root preloads them, other files load on demand. */
export const preloadedFonts = [golosCyrillic, literataCyrillic, golosSigns, literataSigns];
