import { readFileSync } from 'node:fs';

const file = new URL('../../web/styles/tokens.css', import.meta.url);

/**
 * The colours and fonts of the site as custom properties, for pages without the styles of the site. The rest of the file
 * needs Tailwind, which starts at `@theme`.
 */
const source = readFileSync(file, 'utf8');
export const [designTokens = ''] = source.split('@theme');

const lightColors = new Map(
  source.split('\n').flatMap((line) => {
    const [, name, color] = /^ *--([a-z-]+): light-dark\((#[0-9a-f]{6}),/.exec(line) ?? [];
    return name === undefined || color === undefined ? [] : [[name, color] as const];
  }),
);

/** A colour of the light theme by the name of its custom property, for pictures. */
export function lightColor(name: string): string {
  const color = lightColors.get(name);
  if (color === undefined) throw new Error(`no colour ${name} in tokens.css`);
  return color;
}
