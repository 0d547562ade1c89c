import { readFileSync } from 'node:fs';

const file = new URL('../../web/styles/tokens.css', import.meta.url);

/**
 * The colours and fonts of the site as custom properties, for pages without the styles of the site. The rest of the file
 * needs Tailwind, which starts at `@theme`.
 */
export const [designTokens = ''] = readFileSync(file, 'utf8').split('@theme');
