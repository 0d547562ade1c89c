// Draws the pictures of the demo articles into db/seeds/demo/. Same code, same pictures: chance is seeded.
import { join } from 'node:path';
import sharp from 'sharp';

const width = 1600;
const height = 900;
const maxFileBytes = 120_000;
const outputDir = join(import.meta.dirname, '../db/seeds/demo');

const paper = '#F7F3EA';
const ink = '#1C1B1A';
const brick = '#B3372B';
const teal = '#2F5D62';
const ochre = '#D9A441';
const dusk = '#33415C';
const night = '#1E2840';
const sand = '#EAD9B5';
const mist = '#8FA9A8';
const rust = '#7E2620';

type Random = () => number;

/** Mulberry32: a number in [0, 1) on each call, the same row for the same seed. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Joins `count` drawn pieces. */
function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** Gradient stops from a list like `0 #FFFFFF, 0.5 #D9A441 0.3`: offset, colour and, if not 1, opacity. */
function stops(list: string): string {
  const drawn = list.split(', ').map((entry) => {
    const [offset, color, alpha = 1] = entry.split(' ');
    return `<stop offset="${offset}" stop-color="${color}" stop-opacity="${alpha}"/>`;
  });
  return drawn.join('');
}

const gradient = (id: string, list: string, attributes = 'x1="0" y1="0" x2="0" y2="1"') =>
  `<linearGradient id="${id}" ${attributes}>${stops(list)}</linearGradient>`;
const radial = (id: string, list: string) => `<radialGradient id="${id}">${stops(list)}</radialGradient>`;
const at = (x: number, y: number, scale: number, body: string, degrees = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${scale})">${body}</g>`;
const rect = (x: number, y: number, w: number, h: number, fill: string, radius = 0, opacity = 1) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}" opacity="${opacity}"/>`;
const circle = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity="${opacity}"/>`;
const shape = (d: string, fill: string, alpha = 1) => `<path d="${d}" fill="${fill}" opacity="${alpha}"/>`;
const line = (d: string, color: string, thickness: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${thickness}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;

/** The sheet: a background gradient, the scene, and a breath of paper grain over all. */
function sheet(background: string, defs: string, scene: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>${gradient('background', background)}${defs}
<filter id="grain" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="0.55" numOctaves="2" seed="7"/>
<feColorMatrix values="0 0 0 0 0.1  0 0 0 0 0.1  0 0 0 0 0.1  0.45 0 0 0 -0.16"/></filter></defs>
${rect(0, 0, width, height, 'url(#background)')}${scene}
<rect width="${width}" height="${height}" filter="url(#grain)" opacity="0.28"/></svg>`;
}

function stars(random: Random, count: number, bottom: number): string {
  return repeat(count, () => {
    const size = 0.7 + random() ** 4 * 2.4;
    return circle(random() * width, random() * bottom, size, paper, 0.35 + random() * 0.6);
  });
}

function skyline(random: Random, base: number, color: string): string {
  return repeat(26, (index) => {
    const x = index * 63 - 10;
    const floors = 4 + Math.floor(random() * 8);
    const top = base - floors * 22 - 16;
    const lit = repeat(floors * 2, (cell) => {
      const y = top + 14 + Math.floor(cell / 2) * 22;
      return random() < 0.26 ? rect(x + 14 + (cell % 2) * 24, y, 8, 10, ochre, 1, 0.8) : '';
    });
    return `${rect(x, top, 64, base - top, color)}${lit}`;
  });
}

function tram(): string {
  const rider = `${circle(34, -110, 13, dusk)}${shape('M11 -76 q0 -24 23 -24 t23 24z', dusk)}`;
  const windows = repeat(7, (index) => {
    const x = 40 + index * 84;
    return `${rect(x, -142, 68, 66, 'url(#lamp)', 7)}${[0, 2, 3, 5].includes(index) ? at(x, 0, 1, rider) : ''}`;
  });
  return `${shape('M646 -62 L1180 -8 L1180 30 L646 -34z', 'url(#beam)')}
${line('M290 -196 L330 -256 L270 -318 M330 -256 L250 -196 M240 -318 h60', ink, 6)}
${rect(60, -196, 520, 26, night, 8)}${shape('M0 -150 q0 -32 32 -32 h580 q26 0 34 30 l14 100 v40 h-660z', brick)}
${windows}${shape('M628 -148 h6 q6 0 8 8 l12 60 h-26z', 'url(#lamp)')}
${rect(0, -62, 660, 10, paper)}${rect(0, -14, 660, 16, rust, 4)}${circle(640, -34, 9, paper)}
${repeat(4, (i) => circle(90 + Math.floor(i / 2) * 400 + (i % 2) * 80, 2, 15, ink))}`;
}

function bridge(deck: number): string {
  const span = (left: number): string => {
    const posts = repeat(11, (i) => {
      const t = (i + 1) / 12;
      return line(`M${left + 760 * t} ${deck} V${deck - 1400 * t * (1 - t)}`, night, 5);
    });
    return `${line(`M${left} ${deck} Q${left + 380} ${deck - 700} ${left + 760} ${deck}`, night, 16)}${posts}
${rect(left - 30, deck + 20, 60, 200, night)}${rect(left - 42, deck + 180, 84, 60, night, 8)}`;
  };
  return `${span(-340)}${span(420)}${span(1180)}${rect(0, deck, width, 30, night)}${rect(0, deck + 4, width, 4, mist, 0, 0.5)}`;
}

function drawTram(): string {
  const random = createRandom(3);
  const deck = 600;
  const ripples = repeat(150, () => {
    const y = 712 + random() ** 1.4 * 180;
    const underMoon = random() < 0.35;
    const x = underMoon ? 1240 + (random() - 0.5) * 150 : random() * width;
    return rect(x, y, 20 + random() * 90, 3, underMoon ? sand : mist, 1.5, underMoon ? 0.5 : 0.18);
  });
  const glow = repeat(70, (i) => {
    const row = Math.floor(i / 7);
    const x = 500 + (i % 7) * 72 + (random() - 0.5) * (10 + row * 5);
    const y = 714 + row * 18 + random() * 6;
    return rect(x, y, 50 - row * 2 + random() * 24, 5, ochre, 2.5, 0.62 - row * 0.055);
  });
  const buoy = (x: number, y: number, color: string) => `${circle(x, y - 36, 36, color, 0.16)}
${shape(`M${x - 14} ${y} l8 -34 h12 l8 34z`, ink)}${circle(x, y - 38, 7, color)}${rect(x - 26, y + 6, 52, 4, color, 2, 0.6)}`;
  const defs = `${radial('moon', `0 ${sand} 0.55, 1 ${sand} 0`)}${gradient('lamp', `0 #F6D68A, 1 ${ochre}`)}
${gradient('water', '0 #3C4864, 1 #151C31')}${gradient('beam', `0 ${sand} 0.55, 1 ${sand} 0`, '')}`;
  const railing = repeat(41, (i) => rect(i * 40, deck - 36, 4, 36, night));
  const scene = `${stars(random, 130, 430)}${circle(1280, 180, 230, 'url(#moon)')}${circle(1280, 180, 82, sand)}
${circle(1254, 160, 15, ochre, 0.25)}${circle(1306, 202, 22, ochre, 0.2)}${circle(1300, 146, 9, ochre, 0.25)}
${skyline(random, 705, '#46506F')}${rect(0, 702, width, 198, 'url(#water)')}${ripples}${glow}
${bridge(deck)}${line(`M0 ${deck - 273} H1600`, night, 3)}${at(470, deck - 12, 0.82, tram())}
${rect(0, deck - 2, width, 6, night)}${railing}${rect(0, deck - 40, width, 6, night)}
${buoy(230, 830, brick)}${buoy(1010, 868, paper)}`;
  return sheet(`0 #18203A, 0.45 ${dusk}, 0.7 #8A6A63, 0.78 #C08A55`, defs, scene);
}

function wheatEar(lean: number): string {
  const seed = `${shape('M0 24 C-18 6 -13 -20 0 -34 C13 -20 18 6 0 24z', ochre)}${line('M0 -34 V-104', '#C58C2C', 2.5)}`;
  const grain = (side: number, i: number) => at(side * 15, -380 - i * 38, 1, seed, side * (26 - i));
  return `<g transform="rotate(${lean})">${line('M0 0 V-600', '#A97C2B', 7)}${repeat(6, (i) => `${grain(-1, i)}${grain(1, i)}`)}
${shape('M0 -590 C-15 -610 -11 -640 0 -660 C11 -640 15 -610 0 -590z', ochre)}
${shape('M0 -150 C-70 -210 -90 -290 -84 -350 C-50 -300 -14 -250 0 -190z', teal, 0.85)}</g>`;
}

function drawBread(): string {
  const random = createRandom(11);
  const body = 'M-345 -40 C-372 -200 -200 -330 0 -330 C200 -330 372 -200 345 -40 C338 8 -338 8 -345 -40z';
  const slash = shape('M0 10 C-17 -22 -15 -68 0 -96 C15 -68 17 -22 0 10z', sand);
  const leaf = (side: number, i: number) => at(side * 26, -70 - i * 54, 1, slash, side * (58 - i * 6));
  const bread = `<clipPath id="loaf"><path d="${body}"/></clipPath>${shape(body, 'url(#crust)')}<g clip-path="url(#loaf)">
${repeat(6, (i) => line(`M-390 ${-10 - i * 52} Q0 ${-150 - i * 62} 390 ${-10 - i * 52}`, sand, 15, 0.3))}
${shape('M-400 -60 Q0 60 400 -60 V40 H-400z', rust, 0.5)}</g>${line('M0 -44 Q8 -170 0 -296', sand, 13)}
${repeat(4, (i) => `${leaf(-1, i)}${leaf(1, i)}`)}`;
  const jar = `${rect(0, -280, 220, 290, '#DDE5DF', 34)}
${shape('M8 -170 q52 -34 104 -8 t100 -4 v150 q0 26 -26 26 h-152 q-26 0 -26 -26z', sand)}
${repeat(30, () => circle(28 + random() * 164, -20 - random() * 130, 3 + random() * 8, paper, 0.75))}${rect(-4, -250, 228, 14, brick, 7)}${shape('M-14 -276 q124 -62 248 0 l-12 28 q-112 -22 -224 0z', paper)}
${line('M-14 -276 q124 -62 248 0', mist, 4)}${rect(22, -222, 16, 190, paper, 8, 0.6)}`;
  const defs = `${gradient('crust', '0 #DB9A46, 0.55 #B4682B, 1 #7B3B1F', 'x1="0.1" y1="0" x2="0.7" y2="1"')}
${gradient('board', '0 #8C5A34, 1 #6B4126')}`;
  const towel = `${shape('M470 790 h420 v86 q-210 16 -420 0z', paper)}${repeat(3, (i) => rect(470, 822 + i * 14, 420, 6, brick, 0, 0.85))}
${repeat(42, (i) => line(`M${474 + i * 10} 876 v14`, paper, 3))}`;
  const scene = `${circle(760, 440, 390, ochre, 0.3)}${circle(760, 440, 305, ochre, 0.3)}
${at(330, 800, 1, wheatEar(-22))}${at(360, 800, 1.08, wheatEar(-8))}${at(430, 800, 0.9, wheatEar(6))}
${at(1440, 800, 0.96, wheatEar(7))}${at(1400, 800, 0.82, wheatEar(-6))}${rect(0, 790, width, 110, teal)}${rect(0, 790, width, 10, ink, 0, 0.25)}
${towel}${repeat(30, () => circle(340 + random() * 1000, 757 - random() * 5, 2 + random() * 4, '#A86A2C'))}${at(735, 762, 1.1, bread)}${at(1150, 758, 0.95, jar)}${rect(290, 756, 1130, 42, 'url(#board)', 20)}`;
  return sheet(`0 #F4E7CB, 1 ${paper}`, defs, scene);
}

function tree(x: number, y: number, size: number, crown: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size})">${rect(-4, -60, 8, 62, '#5B4632')}
${shape('M0 -190 C52 -170 60 -90 38 -50 C20 -26 -20 -26 -38 -50 C-60 -90 -52 -170 0 -190z', crown)}
${shape('M0 -190 C52 -170 60 -90 38 -50 C26 -34 10 -30 -4 -30 C30 -70 30 -140 0 -190z', ink, 0.18)}</g>`;
}

function drawRiver(): string {
  const random = createRandom(29);
  const paddler = (coat: string) => `
${shape('M-24 -16 q2 -52 24 -52 t24 52z', coat)}${circle(0, -84, 16, '#E3B58A')}
${shape('M-19 -88 q19 -30 38 0z', night)}${line('M-82 -6 L82 -74', ink, 5)}
${shape('M-96 4 l6 -18 22 2 -4 12z M96 -84 l-6 18 -22 -2 4 -12z', paper)}`;
  const boat = `${shape('M-230 16 q230 46 460 0 l-40 20 q-190 26 -380 0z', night, 0.35)}${at(-70, 0, 1, paddler(ochre))}${at(80, 0, 1, paddler(teal))}
${shape('M-240 -22 Q0 2 240 -22 Q160 24 0 24 Q-160 24 -240 -22z', brick)}${line('M-190 -6 Q0 16 190 -6', paper, 4, 0.8)}`;
  const crowns = [brick, ochre, teal, '#C9683A'];
  let last = 0;
  const grove = (x: number, y: number, spread: number, scale: number, count: number) =>
    repeat(count, (i) => {
      last = (last + 1 + Math.floor(random() * (crowns.length - 1))) % crowns.length;
      const size = scale * (0.8 + random() * 0.4);
      return tree(x + (i / count - 0.5) * spread, y + random() * 16, size, crowns[last] ?? teal);
    });
  const town = `${rect(1166, 318, 34, 40, paper)}${shape('M1160 318 h46 l-23 -26z', teal)}${rect(1202, 300, 14, 58, paper)}${shape('M1200 300 q9 -30 18 0z', ochre)}
${line('M1209 284 v-16 M1204 274 h10', ochre, 3)}${rect(1370, 300, 34, 28, brick, 4)}${shape('M1366 300 h42 l-21 -18z', rust)}${line('M1376 328 l-6 34 M1398 328 l6 34 M1387 328 v34', ink, 3)}
${repeat(9, (i) => shape(`M${1225 + i * 15} ${366 - (i % 3) * 5} v-14 l8 -8 8 8 v14z`, i % 2 ? paper : sand))}`;
  const water =
    'M985 468 C860 490 560 510 520 560 C490 610 930 620 1010 680 C1060 740 620 800 420 900 L1130 900 C1180 820 1330 760 1240 670 C1170 600 720 590 700 556 C690 520 960 500 1010 468z';
  const shine = repeat(46, () => {
    const y = 620 + random() ** 0.7 * 270;
    return rect(880 + (random() - 0.5) * (y - 560) * 2.4, y, 24 + random() * 90, 3, paper, 1.5, 0.4);
  });
  const scene = `${circle(520, 250, 92, ochre)}${circle(520, 250, 150, ochre, 0.18)}
${shape('M0 400 C200 330 330 330 520 380 C700 330 820 350 980 390 C1100 330 1240 340 1290 380 C1360 340 1500 350 1600 400 V520 H0z', '#B9C7BF')}${town}
${shape('M0 470 C160 380 320 370 470 430 C640 480 760 460 985 470 C1180 420 1360 400 1600 440 V900 H0z', '#7F9C93')}
${grove(150, 440, 330, 0.42, 15)}${grove(1400, 448, 420, 0.42, 18)}
${shape('M0 540 C200 470 420 470 540 540 C700 560 1000 520 1200 520 C1380 500 1500 510 1600 530 V900 H0z', '#C9B06A')}
${shape('M0 640 C160 580 360 580 520 640 C640 720 900 700 1100 700 C1300 640 1450 620 1600 640 V900 H0z', '#A98F4B')}
${grove(230, 588, 480, 0.72, 13)}${grove(1370, 560, 430, 0.66, 12)}<clipPath id="river"><path d="${water}"/></clipPath>
${shape(water, 'url(#stream)')}<g clip-path="url(#river)">${shine}</g>${grove(140, 800, 330, 1.35, 6)}${grove(1480, 800, 260, 1.4, 5)}
${shape('M0 790 C120 760 300 790 420 900 H0z', '#6F6636')}${shape('M1180 900 C1260 800 1420 770 1600 790 V900z', '#6F6636')}${at(930, 806, 0.6, boat)}`;
  const stream = gradient('stream', `0 #BFD0CC, 0.5 #5F8A8C, 1 ${teal}`);
  return sheet(`0 #D9E0D6, 0.5 #F6E6C4, 1 ${sand}`, stream, scene);
}

function elephant(skin: string, shade: string): string {
  return `${rect(56, -84, 40, 84, shade, 12)}${rect(142, -84, 40, 84, shade, 12)}${shape('M14 -70 C8 -170 60 -200 130 -196 C200 -192 232 -150 222 -62 H22z', skin)}${rect(24, -84, 40, 84, skin, 12)}${rect(172, -84, 40, 84, skin, 12)}${line('M33 -6 h22 M70 -6 h18 M150 -6 h16 M181 -6 h22', paper, 7, 0.5)}
${line('M18 -130 q-22 20 -16 56', shade, 7)}${line('M262 -128 C300 -112 282 -56 290 -32 C296 -14 318 -18 318 -40', skin, 26)}
${circle(232, -148, 54, skin)}${shape('M196 -190 C150 -196 142 -110 190 -98 C214 -104 224 -150 196 -190z', shade)}
${circle(250, -160, 6, ink)}${shape('M262 -116 q26 26 50 10 q-16 -4 -30 -22z', paper)}`;
}

function drawCloud(): string {
  const random = createRandom(17);
  const cumulus = `${shape('M-290 0 A82 82 0 0 1 -272 -128 A104 104 0 0 1 -140 -214 A136 136 0 0 1 106 -244 A106 106 0 0 1 214 -156 A84 84 0 0 1 286 0z', 'url(#vapour)')}
${line('M-208 -96 q44 -70 118 -42 M-88 -214 q44 -74 120 -62 M76 -190 q50 -46 104 -12 M-40 -84 q52 -58 118 -18', '#C3D2D0', 9)}`;
  const pan = `${line('M0 236 L-270 590 M0 236 L270 590', night, 4)}
${circle(0, 236, 11, ochre)}${shape('M-300 588 h600 q-60 66 -300 66 t-300 -66z', ochre)}${rect(-306, 582, 612, 14, '#B9822B', 7)}`;
  const herd = `${at(1170, 584, 0.86, elephant('#7B8A93', '#616F79'))}${at(920, 584, 0.86, elephant('#8A979E', '#6D7A83'))}${at(1050, 424, 0.78, elephant('#6F7E88', '#56636D'))}`;
  const birds = repeat(6, (i) => {
    const x = 560 + i * 46 + random() * 20;
    const y = 96 + Math.abs(i - 2) * 20;
    return line(`M${x} ${y} q10 -12 18 0 q8 -12 18 0`, dusk, 3.5);
  });
  const house = (wall: string) => `${rect(0, -70, 110, 70, wall)}${shape('M-14 -68 L55 -128 L124 -68z', rust)}
${rect(80, -124, 16, 40, rust)}${rect(20, -50, 30, 28, '#F0C870')}${rect(70, -52, 26, 52, dusk)}`;
  const scene = `${circle(1330, 170, 84, '#F3D48F')}${circle(1330, 170, 130, '#F3D48F', 0.3)}${birds}
${shape('M0 740 C220 660 420 700 620 740 C860 680 1120 690 1600 720 V900 H0z', '#8FB0A6')}${shape('M0 800 C300 740 560 790 800 790 C1060 770 1340 750 1600 800 V900 H0z', teal)}
${at(180, 796, 0.9, house(paper))}${at(320, 800, 0.7, house(sand))}${at(1330, 796, 0.85, house(paper))}${repeat(11, (i) => rect(462 + i * 17, 764, 8, 36, paper, 3))}${rect(456, 774, 192, 6, paper)}
${tree(130, 806, 0.7, '#4E8074')}${tree(1280, 800, 0.6, '#4E8074')}${tree(1480, 806, 0.9, '#4E8074')}
${shape('M778 236 h44 l16 544 h-76z', 'url(#brass)')}${shape('M660 806 q20 -46 140 -46 t140 46z', brick)}${at(390, 0, 1, pan)}${at(1210, 0, 1, pan)}
${line('M390 236 Q800 190 1210 236', '#B9822B', 22)}${circle(800, 214, 34, brick)}${circle(800, 214, 14, ochre)}
${at(396, 582, 1, cumulus)}${herd}`;
  const defs = `${gradient('brass', `0 ${ochre}, 0.5 #EBC77C, 1 #B9822B`, '')}${gradient('vapour', `0.2 #FFFFFF, 0.7 ${paper}, 1 #B4C6C7`)}`;
  return sheet(`0 #7FAAB2, 0.6 #D5E0D6, 0.85 ${paper}`, defs, scene);
}

function drawStage(): string {
  const apples = repeat(5, (i) => {
    const x = [-52, 0, 52, -26, 26][i] ?? 0;
    const y = i < 3 ? -186 : -226;
    return `${circle(x, y, 27, [brick, ochre, '#96291F', ochre, brick][i] ?? brick)}${line(`M${x} ${y - 24} q2 -12 8 -16`, '#4A3524', 4)}${shape(`M${x + 4} ${y - 32} q16 -16 26 -4 q-10 12 -26 4z`, teal)}`;
  });
  const seat = `${line('M-78 -160 V-300 Q-78 -400 0 -400 Q78 -400 78 -300 V-160 M-42 -164 V-290 Q-42 -352 0 -352 Q42 -352 42 -290 V-164', '#4A2F20', 14)}
${line('M-78 -150 L-96 0 M78 -150 L96 0 M-50 -150 L-58 -30 M50 -150 L58 -30', '#4A2F20', 14)}${line('M-88 -66 Q0 -40 88 -66', '#4A2F20', 9)}
${rect(-102, -170, 204, 26, '#6B452E', 13)}${apples}`;
  const folds = repeat(6, (i) => {
    const x = i * 62;
    const fold = `M${x} 0 h64 C${x + 70} 300 ${x + 20 + i * 4} 560 ${x + 56} 800 q-30 22 -62 0 C${x - 8} 560 ${x - 20 + i * 4} 300 ${x} 0z`;
    return shape(fold, 'url(#velvet)');
  });
  const drape = `${folds}${line('M-20 560 Q190 640 372 520', ochre, 16)}${circle(372, 520, 18, ochre)}${line('M372 530 l-8 80 M372 530 l10 80', ochre, 7)}`;
  const bricks = repeat(180, (i) => {
    const row = Math.floor(i / 12);
    const shown = (i * 7 + row * 3) % 5 ? 0.55 : 0;
    return rect(255 + (i % 12) * 90 + (row % 2) * 45, 90 + row * 40, 80, 31, '#3D4C69', 3, shown);
  });
  const pigeon = `${shape('M0 0 C-30 -44 20 -62 52 -40 C64 -70 96 -66 92 -40 L106 -32 L90 -26 C86 8 40 20 0 0 L-46 16z', '#A9B5BD')}
${shape('M4 -8 C14 -34 44 -34 58 -14 C40 6 20 6 4 -8z', '#8593A0')}${circle(82, -46, 4, ink)}${line('M38 6 v18 M52 4 v20', brick, 4)}`;
  const bell = `${line('M0 -120 V-60', ink, 8)}${shape('M-60 50 C-40 20 -44 -70 0 -70 C44 -70 40 20 60 50z', 'url(#brass)')}${rect(-66, 46, 132, 14, '#A87526', 7)}${circle(0, 70, 13, '#8A5E1C')}`;
  const defs = `${gradient('velvet', `0 #8E261D, 0.45 #C4463A, 1 ${rust}`, '')}${gradient('cone', '0 #F7E3AE 0.75, 1 #F7E3AE 0.12')}
${gradient('brass', '0 #B9822B, 0.4 #F0CF85, 1 #A87526', '')}${radial('pool', '0 #F7E3AE 0.85, 0.7 #F7E3AE 0.4, 1 #F7E3AE 0')}`;
  const scene = `${bricks}${rect(0, 690, width, 210, '#6B4530')}${repeat(17, (i) => line(`M${62 + i * 92} 690 L${i * 190 - 720} 900`, ink, 3, 0.35))}${shape('M760 60 h80 L1180 800 H420z', 'url(#cone)')}
<ellipse cx="800" cy="790" rx="430" ry="82" fill="url(#pool)"/><ellipse cx="650" cy="796" rx="130" ry="18" fill="${ink}" opacity="0.35"/><ellipse cx="950" cy="796" rx="130" ry="18" fill="${ink}" opacity="0.35"/>
${at(650, 796, 0.92, seat)}${at(950, 796, 0.92, seat)}${rect(300, 232, 1000, 26, '#2A1D15')}${at(470, 210, 0.9, pigeon)}${at(1120, 372, 0.95, bell)}
${at(-30, 40, 1, drape)}${at(1630, 40, 1, `<g transform="scale(-1 1)">${drape}</g>`)}
${repeat(8, (i) => shape(`M${i * 200} 0 h200 v70 q-100 100 -200 0z`, i % 2 ? '#A32F24' : brick))}${rect(0, 0, width, 36, rust)}${repeat(9, (i) => circle(i * 200, 80, 15, ochre))}`;
  return sheet(`0 #161D30, 1 ${dusk}`, defs, scene);
}

type Book = { x: number; thickness: number; tall: number; cover: string };

function spine(random: Random, shelf: number, { x, thickness, tall, cover }: Book): string {
  const trim = cover === paper ? brick : cover === ochre ? rust : sand;
  const foot = shelf - 30 - ((tall * 7) % 40);
  const columns = Math.max(1, Math.floor((thickness - 14) / 22));
  const windows = repeat(columns * Math.floor((tall - 150) / 40), (i) => {
    const left = x + thickness / 2 - columns * 11 + (i % columns) * 22 + 5;
    const top = shelf - tall + 84 + Math.floor(i / columns) * 40;
    return random() < 0.5 ? rect(left, top, 12, 20, '#F6D68A', 2) : rect(left, top, 12, 20, ink, 2, 0.22);
  });
  return `${rect(x, shelf - tall, thickness - 3, tall, cover, 6)}${rect(x, shelf - tall, 7, tall, paper, 3, 0.14)}${rect(x + thickness - 14, shelf - tall, 11, tall, ink, 4, 0.16)}
${rect(x, shelf - tall + 30, thickness - 3, 6, trim)}${rect(x, shelf - tall + 44, thickness - 3, 3, trim)}${rect(x, foot, thickness - 3, 6, trim)}${windows}`;
}

function drawBibliobus(): string {
  const random = createRandom(41);
  const cargo = repeat(24, (i) => {
    const tall = 38 + ((i * 13) % 24);
    const left = 41 + Math.floor(i / 6) * 92 + (i % 6) * 11.5;
    return rect(left, -102 - tall, 9, tall, [teal, brick, dusk, ochre][i % 4] ?? teal, 1);
  });
  const windows = repeat(4, (i) => rect(36 + i * 92, -176, 78, 74, '#FBE7B4', 8)) + cargo;
  const wheel = (x: number) => `${circle(x, -6, 40, ink)}${circle(x, -6, 20, mist)}${circle(x, -6, 7, ink)}`;
  const smoke = repeat(5, (i) => circle(62 - i * 42, -272 - i * 26, 15 + i * 7, '#FFFFFF', 0.7 - i * 0.11));
  const bus = `${smoke}${rect(52, -262, 22, 56, night, 3)}${rect(44, -268, 38, 12, night, 4)}${shape('M0 -184 q0 -30 30 -30 h410 q30 0 44 28 l34 76 54 20 q16 6 16 24 v70 q0 14 -14 14 h-560 q-14 0 -14 -14z', brick)}
${windows}${shape('M416 -176 h34 q12 0 18 12 l28 62 h-80z', '#DCE8E4')}${rect(0, -74, 588, 12, paper)}${rect(0, -24, 588, 20, rust, 8)}${circle(572, -50, 12, '#F6D68A')}${wheel(120)}${wheel(478)}`;
  const shelf = 740;
  const covers = [teal, ochre, dusk, paper, '#4E8074', brick, '#C9683A', rust];
  let x = -20;
  let last = 0;
  const books = repeat(26, () => {
    const thickness = 46 + Math.floor(random() * 62);
    const tall = 190 + random() * 130 + 210 * Math.exp(-(((x - 420) / 420) ** 2));
    const choice = x > 740 && x < 1400 ? covers.slice(0, 5) : covers;
    last = (last + 1 + Math.floor(random() * 2)) % choice.length;
    x += thickness;
    return spine(random, shelf, { x: x - thickness, thickness, tall, cover: choice[last] ?? teal });
  });
  const ribbon = shape(`M230 ${shelf + 20} h44 v118 l-22 -22 l-22 22z`, brick);
  const scene = `${circle(1240, 250, 150, '#F0C870', 0.35)}${circle(1240, 250, 105, '#F0C870')}${books}${rect(0, shelf - 110, width, 110, 'url(#shade)')}
${rect(0, shelf, width, 46, '#7A5233')}${rect(0, shelf, width, 8, '#A9764A')}${rect(0, shelf + 46, width, 26, ink, 0, 0.18)}${repeat(14, (i) => rect(40 + i * 120, shelf + 20, 60, 5, sand, 2, 0.7))}
${ribbon}${at(840, shelf - 36, 1, bus)}`;
  return sheet(`0 #CFDBD3, 0.6 #F3E3C0, 1 ${sand}`, gradient('shade', `0 ${ink} 0, 1 ${ink} 0.35`), scene);
}

function drawKilowatts(): string {
  const random = createRandom(53);
  const ground = 760;
  const kilowattHours = [24, 13.2, 12, 9.6, 8.1, 7.5, 7, 5.8];
  const houses = kilowattHours.map((value, bar) => {
    const tall = value * 23;
    const windows = repeat(3 * Math.floor((tall - 24) / 46), (i) => {
      const fill = random() < 0.62 ? '#F6D68A' : ink;
      return rect(17 + (i % 3) * 32, 22 - tall + Math.floor(i / 3) * 46, 20, 26, fill, 2, 0.9);
    });
    const aerial = line(`M84 ${-tall} v-52 M66 ${-tall - 40} h36 M72 ${-tall - 26} h24`, ink, 4);
    const roof = bar % 3 ? rect(18, -tall - 30, 22, 32, [dusk, rust][bar % 2] ?? dusk) : aerial;
    const wall = [brick, teal, '#C9683A', dusk][bar % 4] ?? brick;
    const house = `${roof}${rect(0, -tall, 118, tall, wall, 4)}${rect(100, -tall, 18, tall, ink, 4, 0.18)}${windows}`;
    return at(120 + bar * 152, ground, 1, house);
  });
  const cat = `${shape('M0 0 C-6 -40 10 -56 26 -56 L24 -84 L36 -72 H50 L62 -84 L60 -52 C56 -42 58 -20 60 0z', ink)}${line('M4 -6 C-34 0 -34 -40 -20 -48', ink, 8)}${circle(36, -62, 2.5, ochre)}${circle(50, -62, 2.5, ochre)}`;
  const wire = (y: number) => `M0 ${y} Q800 ${y + 26} 1600 ${y}`;
  const bulb = `${line('M0 -300 V-86', ink, 5)}${circle(0, 0, 230, 'url(#halo)')}${shape('M-26 -44 C-30 -20 -66 0 -66 44 A66 66 0 0 0 66 44 C66 0 30 -20 26 -44z', '#FBE7B4')}${rect(-27, -92, 54, 52, night, 7)}${repeat(3, (i) => rect(-31, -82 + i * 14, 62, 6, mist, 3))}${line('M-18 -40 L-24 36 l16 -16 8 16 8 -16 16 16 L18 -40', ochre, 5)}`;
  const scene = `${stars(random, 60, 300)}${[200, 340, 480, 620].map((y) => line(wire(y), paper, 2.5, 0.3)).join('')}
${shape('M0 700 C260 600 520 660 760 690 C1040 600 1320 640 1600 690 V900 H0z', '#54636F', 0.7)}${houses.join('')}${rect(1336, ground - 18, 118, 18, teal, 4)}${at(1366, ground - 18, 1, cat)}
${rect(0, ground, width, 140, night)}${repeat(60, () => rect(random() * width, ground + 16 + random() * 110, 20 + random() * 70, 3, ochre, 1.5, 0.22))}${at(1130, 210, 1, bulb)}`;
  return sheet('0 #232E4B, 0.5 #5C6078, 0.84 #D79A5B', radial('halo', '0 #FBE7B4 0.8, 1 #FBE7B4 0'), scene);
}

function drawTelescope(): string {
  const random = createRandom(67);
  const woman = `${shape('M-34 0 L-22 -120 Q0 -150 22 -120 L36 0z', brick)}${circle(0, -160, 24, '#E3B58A')}${shape('M-26 -158 A26 26 0 0 1 24 -172 L-4 -186z', paper)}${shape('M-28 -140 q28 18 52 -4 l4 14 q-30 20 -60 4z', ochre)}${line('M14 -118 L70 -176', brick, 15)}${circle(73, -180, 8, '#E3B58A')}`;
  const child = `${shape('M-24 0 L-16 -70 Q0 -90 16 -70 L26 0z', ochre)}${circle(0, -98, 19, '#E3B58A')}${shape('M-21 -100 A21 21 0 0 1 20 -106z', teal)}${circle(-4, -122, 7, teal)}`;
  const scope = `${line('M0 -150 L-70 0 M0 -150 L66 0 M0 -150 L6 0', '#6B452E', 11)}<g transform="translate(0 -166) rotate(-38)">${rect(-120, -24, 250, 48, paper, 8)}${rect(122, -32, 56, 64, teal, 8)}${rect(-158, -14, 44, 28, ochre, 5)}${rect(-30, -28, 18, 56, brick, 3)}${rect(-120, 8, 242, 16, ink, 6, 0.15)}</g>${circle(0, -156, 17, ochre)}`;
  const gazers = `${at(-215, 2, 1, woman)}${at(-305, 2, 1, child)}${scope}`;
  const band = repeat(520, () => {
    const across = (random() + random() + random() - 1.5) * 210;
    const tint = random() < 0.15 ? '#F0C870' : paper;
    return circle((random() - 0.5) * 2100, across, 0.6 + random() ** 3 * 1.9, tint, 0.3 + random() * 0.6);
  });
  const corner = circle(0, 0, 22, 'url(#spark)') + circle(0, 0, 5.5, '#FFFFFF');
  const pine = `${rect(-5, -30, 10, 32, ink)}${shape('M0 -210 L34 -130 H18 L50 -74 H26 L62 -18 H-62 L-26 -74 H-50 L-18 -130 H-34z', '#111827')}`;
  const scene = `<g transform="translate(700 330) rotate(-32)"><ellipse rx="1150" ry="170" fill="url(#milk)"/><ellipse cx="60" cy="-6" rx="760" ry="58" fill="url(#dust)"/>${band}</g>
${stars(random, 260, 720)}${line('M1000 180 L1250 150 L1290 390 L1030 420z', paper, 2, 0.35)}${at(1000, 180, 1, corner)}${at(1250, 150, 1, corner)}${at(1290, 390, 1, corner)}${at(1030, 420, 1, corner)}
${shape('M0 690 C240 600 460 640 700 690 C980 600 1300 600 1600 680 V900 H0z', '#2B4055')}
${repeat(12, (i) => rect(1120 + i * 30 + random() * 10, 676 + random() * 34, 8, 8, ochre, 1))}${shape('M0 760 C200 640 520 650 760 750 C1000 810 1300 740 1600 770 V900 H0z', '#18223A')}
${shape('M0 820 C200 690 420 690 620 712 C900 742 1200 850 1600 840 V900 H0z', '#10172A')}${at(1250, 830, 0.9, pine)}${at(1330, 846, 1.2, pine)}${at(1430, 848, 1, pine)}${at(1530, 852, 1.4, pine)}${at(60, 810, 1.2, pine)}${at(140, 776, 0.8, pine)}
${at(560, 716, 1, gazers)}`;
  const defs = `${radial('milk', `0 ${sand} 0.42, 0.6 ${mist} 0.18, 1 ${mist} 0`)}${radial('dust', '0 #141B30 0.6, 1 #141B30 0')}
${radial('spark', '0 #FFFFFF 0.7, 1 #FFFFFF 0')}`;
  return sheet('0 #0F1530, 0.55 #2A3A5E, 0.8 #5E7C86', defs, scene);
}

const pictures: Record<string, () => string> = {
  'posledniy-vagon': drawTram,
  'hleb-kotoryy-zhdet': drawBread,
  'tri-dnya-po-leshuge': drawRiver,
  'skolko-vesit-oblako': drawCloud,
  'predlozhenie-v-kalanche': drawStage,
  bibliobus: drawBibliobus,
  'kilovatty-na-kuhne': drawKilowatts,
  'pochemu-nochyu-temno': drawTelescope,
};

for (const [name, draw] of Object.entries(pictures)) {
  const file = await sharp(Buffer.from(draw()))
    .webp({ quality: 90, effort: 6, smartSubsample: true })
    .toFile(join(outputDir, `${name}.webp`));
  if (file.size > maxFileBytes) throw new Error(`${name}.webp is too heavy: ${file.size} bytes`);
  console.log(`${name}.webp ${file.width}×${file.height}, ${file.size} bytes`);
}
