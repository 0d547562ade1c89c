// Drawing primitives of the demo pictures: colours, seeded random numbers and SVG fragments.

export const width = 1600;
export const height = 900;

export const paper = '#F7F3EA';
export const ink = '#1C1B1A';
export const brick = '#B3372B';
export const teal = '#2F5D62';
export const ochre = '#D9A441';
export const dusk = '#33415C';
export const night = '#1E2840';
export const sand = '#EAD9B5';
export const mist = '#8FA9A8';
export const rust = '#7E2620';
export const skin = '#E3B58A';

export type Random = () => number;

/** Mulberry32: each call returns a number in [0, 1); the sequence is the same for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws `count` pieces and joins them. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** Gradient stops from a list such as `0 #FFFFFF, 0.5 #D9A441 0.3`: offset, colour, and opacity if it is not 1. */
function stops(list: string): string {
  const drawn = list.split(', ').map((entry) => {
    const [offset, color, alpha = 1] = entry.split(' ');
    return `<stop offset="${offset}" stop-color="${color}" stop-opacity="${alpha}"/>`;
  });
  return drawn.join('');
}

export const gradient = (id: string, list: string, attributes = 'x1="0" y1="0" x2="0" y2="1"') =>
  `<linearGradient id="${id}" ${attributes}>${stops(list)}</linearGradient>`;
export const radial = (id: string, list: string) =>
  `<radialGradient id="${id}">${stops(list)}</radialGradient>`;
export const at = (x: number, y: number, scale: number, body: string, degrees = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${scale})">${body}</g>`;
export const rect = (x: number, y: number, w: number, h: number, fill: string, radius = 0, opacity = 1) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}" opacity="${opacity}"/>`;
export const circle = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity="${opacity}"/>`;
export const shape = (d: string, fill: string, alpha = 1) =>
  `<path d="${d}" fill="${fill}" opacity="${alpha}"/>`;
export const line = (d: string, color: string, thickness: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${thickness}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;

/** A complete picture: a background gradient, the scene and a light paper grain over both. */
export function sheet(background: string, defs: string, scene: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>${gradient('background', background)}${defs}
<filter id="grain" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="0.55" numOctaves="2" seed="7"/>
<feColorMatrix values="0 0 0 0 0.1  0 0 0 0 0.1  0 0 0 0 0.1  0.45 0 0 0 -0.16"/></filter></defs>
${rect(0, 0, width, height, 'url(#background)')}${scene}
<rect width="${width}" height="${height}" filter="url(#grain)" opacity="0.28"/></svg>`;
}

export function stars(random: Random, count: number, bottom: number): string {
  return repeat(count, () => {
    const size = 0.7 + random() ** 4 * 2.4;
    return circle(random() * width, random() * bottom, size, paper, 0.35 + random() * 0.6);
  });
}

export function tree(x: number, y: number, size: number, crown: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size})">${rect(-4, -60, 8, 62, '#5B4632')}
${shape('M0 -190 C52 -170 60 -90 38 -50 C20 -26 -20 -26 -38 -50 C-60 -90 -52 -170 0 -190z', crown)}
${shape('M0 -190 C52 -170 60 -90 38 -50 C26 -34 10 -30 -4 -30 C30 -70 30 -140 0 -190z', ink, 0.18)}</g>`;
}

export function pine(tall: number, color: string): string {
  const tiers = repeat(5, (i) => {
    const y = -tall * (0.2 + i * 0.17);
    const half = tall * (0.27 - i * 0.046);
    return shape(`M0 ${y - tall * 0.26} L${half} ${y} Q0 ${y - tall * 0.05} ${-half} ${y}z`, color);
  });
  return `${rect(-tall * 0.025, -tall * 0.22, tall * 0.05, tall * 0.22, '#2C2320')}${tiers}`;
}

/** Short strokes of light on water; nearer ones are wider. */
export function glints(random: Random, count: number, top: number, bottom: number, color: string): string {
  return repeat(count, () => {
    const depth = random() ** 1.3;
    const y = top + depth * (bottom - top);
    return rect(
      random() * width - 60,
      y,
      24 + depth * 110 * random(),
      2 + depth * 3,
      color,
      2,
      0.25 + depth * 0.2,
    );
  });
}
