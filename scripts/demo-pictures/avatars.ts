// Avatars of the demo people: flat heads and shoulders, each from a few features.
import {
  brick,
  circle,
  dusk,
  ink,
  line,
  mist,
  night,
  ochre,
  paper,
  rect,
  rust,
  sand,
  shape,
  skin,
  teal,
} from './pen.ts';

export const avatarSize = 400;

type Hair = 'bob' | 'bun' | 'curls' | 'cap' | 'short' | 'long' | 'beanie' | 'bald';
type Features = {
  background: string;
  coat: string;
  collar?: string;
  hair: Hair;
  hairColor: string;
  face?: string;
  beard?: string;
  glasses?: boolean;
  hat?: string;
};

const people: Record<string, Features> = {
  vera: { background: '#F0CFC5', coat: brick, collar: paper, hair: 'bob', hairColor: '#3A2620' },
  ilya: {
    background: '#C9DBE4',
    coat: dusk,
    hair: 'short',
    hairColor: '#6B4A2F',
    beard: '#6B4A2F',
    glasses: true,
  },
  tamara: {
    background: '#D8D2EA',
    coat: '#5A4E8C',
    collar: sand,
    hair: 'bun',
    hairColor: '#B9B4AE',
    glasses: true,
  },
  rustam: { background: '#CFE3CF', coat: '#3F6B4B', hair: 'short', hairColor: '#1F1A18', face: '#C98F62' },
  nina: { background: '#F1E0B8', coat: ochre, collar: rust, hair: 'long', hairColor: '#8A4A24' },
  gleb: {
    background: '#C5DEDD',
    coat: teal,
    hair: 'beanie',
    hairColor: '#50382A',
    beard: '#50382A',
    hat: rust,
  },
  stepan: {
    background: '#DAD6CB',
    coat: '#6A6A5C',
    hair: 'cap',
    hairColor: '#8F8A82',
    beard: '#A9A39A',
    hat: night,
  },
  zoya: { background: '#EBD0DC', coat: '#8C3B5E', collar: paper, hair: 'curls', hairColor: '#B5562E' },
  inna: { background: '#D3E0C4', coat: '#5F7A3A', hair: 'bun', hairColor: '#D8D3CC' },
  lena: { background: '#FBE3C2', coat: mist, collar: ochre, hair: 'curls', hairColor: '#2B2230' },
  demo: {
    background: '#D5DCE6',
    coat: night,
    collar: ochre,
    hair: 'bald',
    hairColor: '#3A2620',
    beard: '#3A2620',
  },
};

export const avatars: Record<string, () => string> = Object.fromEntries(
  Object.entries(people).map(([name, features]) => [`avatar-${name}`, () => draw(features)]),
);

function draw(features: Features): string {
  const { background, face = skin } = features;
  const size = avatarSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 400 400">
${rect(0, 0, size, size, background)}${circle(200, 210, 150, paper, 0.35)}
${hairBehind(features)}${shoulders(features)}
${shape('M168 262 h64 v50 c0 24 -64 24 -64 0z', face)}${shape('M168 280 q32 26 64 0 v12 q-32 24 -64 0z', ink, 0.12)}
${circle(128, 205, 15, face)}${circle(272, 205, 15, face)}
${shape('M130 180 C130 110 270 110 270 180 C270 250 244 292 200 292 C156 292 130 250 130 180z', face)}
${beard(features)}${faceParts(features)}${hairInFront(features)}</svg>`;
}

function shoulders({ coat, collar }: Features): string {
  const body = shape('M60 400 C64 336 110 312 160 304 h80 C290 312 336 336 340 400z', coat);
  const neck = collar ? shape('M156 302 L200 356 L244 302 L258 312 L206 384 h-12 L142 312z', collar) : '';
  return `${body}${shape('M200 344 L340 400 H200z', ink, 0.08)}${neck}`;
}

function faceParts({ glasses, hairColor }: Features): string {
  const eyes = circle(172, 200, 6, ink) + circle(228, 200, 6, ink);
  const brows = line('M158 180 q14 -9 28 -2', hairColor, 6) + line('M214 178 q14 -7 28 2', hairColor, 6);
  const nose = line('M200 204 q7 18 -3 24', ink, 4, 0.3);
  const mouth = line('M182 250 q18 13 36 0', rust, 5);
  const rims = [172, 228].map(
    (x) => `<circle cx="${x}" cy="201" r="23" fill="none" stroke="${ink}" stroke-width="5"/>`,
  );
  return `${eyes}${brows}${nose}${mouth}${glasses ? `${rims.join('')}${line('M195 199 h10', ink, 5)}` : ''}`;
}

function beard({ beard: color }: Features): string {
  if (!color) return '';
  const around =
    'M131 206 C136 262 160 306 200 306 C240 306 264 262 269 206 C256 240 236 236 200 234 C164 236 144 240 131 206z';
  return shape(around, color) + shape('M178 244 q22 -10 44 0 q-4 20 -22 20 q-18 0 -22 -20z', skin, 0.9);
}

function hairBehind({ hair, hairColor }: Features): string {
  if (hair === 'bob') return shape('M108 200 C100 90 300 90 292 200 L296 276 H104z', hairColor);
  if (hair === 'long') return shape('M110 190 C100 84 300 84 290 190 L306 352 H94z', hairColor);
  if (hair === 'bun') return circle(200, 92, 42, hairColor);
  if (hair !== 'curls') return '';
  const curls = [
    [122, 150],
    [112, 198],
    [118, 246],
    [278, 150],
    [288, 198],
    [282, 246],
  ] as const;
  return curls.map(([x, y]) => circle(x, y, 34, hairColor)).join('');
}

function hairInFront({ hair, hairColor, hat = dusk }: Features): string {
  const fringe = shape(
    'M126 188 C118 96 282 96 274 188 C262 150 236 140 206 146 C176 138 140 148 126 188z',
    hairColor,
  );
  if (hair === 'bald') return '';
  if (hair === 'beanie')
    return `${shape('M122 172 C120 76 280 76 278 172z', hat)}${rect(114, 152, 172, 32, hat, 14)}${rect(114, 152, 172, 32, ink, 14, 0.16)}${circle(200, 88, 17, paper)}`;
  if (hair === 'cap')
    return `${shape('M122 168 C122 84 278 84 278 168z', hat)}${shape('M116 164 C170 144 250 146 300 172 C250 178 170 176 116 164z', ink)}`;
  if (hair === 'curls')
    return `${fringe}${[140, 170, 200, 230, 260].map((x, i) => circle(x, 130 - (i % 2) * 14, 28, hairColor)).join('')}`;
  return fringe;
}
