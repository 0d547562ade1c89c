import {
  at,
  brick,
  circle,
  createRandom,
  glints,
  gradient,
  ink,
  line,
  mist,
  night,
  ochre,
  paper,
  rect,
  repeat,
  rust,
  sand,
  shape,
  sheet,
  skin,
  teal,
  width,
} from './pen.ts';

const timber = '#6B4530';

function willow(size: number, leaf: string, shade: string): string {
  const strands = repeat(15, (i) => {
    const x = -78 + i * 11;
    const reach = 84 + ((i * 37) % 46);
    return line(`M${x * 0.55} -150 Q${x * 1.1} -150 ${x * 1.25} ${-150 + reach}`, i % 3 ? leaf : shade, 13);
  });
  return `<g transform="scale(${size})">${shape('M-9 0 C-4 -60 -12 -100 0 -150 C12 -100 6 -60 11 0z', timber)}${circle(0, -150, 46, leaf)}${strands}</g>`;
}

function cow(): string {
  const legs = [-58, -38, 44, 62].map((x) => rect(x, -44, 14, 46, paper, 4) + rect(x, -6, 14, 8, ink, 2));
  return `${legs.join('')}${line('M-74 -96 Q-98 -80 -90 -44', paper, 7)}${circle(-90, -42, 7, ink)}
${shape('M-78 -100 Q-78 -118 -56 -116 L60 -118 Q82 -118 82 -94 L80 -56 Q80 -40 60 -40 L-52 -38 Q-78 -38 -78 -62z', paper)}
${shape('M-52 -116 Q-30 -76 6 -94 Q22 -104 14 -117z M34 -40 Q40 -74 80 -70 L80 -52 Q78 -40 60 -40z M-78 -66 Q-56 -66 -54 -38 Q-78 -38 -78 -62z', ink)}
${shape('M74 -110 L92 -138 Q104 -146 124 -136 L146 -112 Q150 -98 134 -96 L100 -96 Q80 -90 74 -110z', paper)}${shape('M128 -120 L148 -112 Q152 -98 136 -95 L122 -98z', '#D79B86')}
${line('M98 -138 Q90 -158 104 -164 M116 -140 Q124 -158 136 -156', ochre, 6)}${shape('M92 -132 q-22 -4 -26 10 q16 8 28 0z', ink)}${circle(114, -122, 4, ink)}${shape('M6 -40 q14 20 28 0z', '#D79B86')}`;
}

function lorry(): string {
  const wheel = (x: number) => `${circle(x, 0, 26, ink)}${circle(x, 0, 11, mist)}`;
  return `${rect(-150, -140, 196, 122, sand, 8)}${rect(-150, -140, 196, 14, paper, 6)}${repeat(5, (i) => rect(-116 + i * 32, -126, 3, 106, ochre, 0, 0.8))}
${shape('M50 -112 h58 q12 0 18 12 l20 44 q16 4 16 18 v20 h-112z', brick)}${shape('M64 -98 h38 q8 0 12 8 l12 30 h-62z', '#DCE8E4')}${rect(-156, -26, 320, 14, night, 5)}${circle(154, -34, 7, '#F6D68A')}
${shape('M-70 -62 C-88 -96 -26 -96 -44 -62z', '#B4682B')}${line('M-66 -70 l6 -10 M-56 -70 l4 -12 M-48 -72 l0 -8', sand, 3)}${wheel(-96)}${wheel(104)}`;
}

function ferryman(): string {
  return `${shape('M-22 0 L-18 -74 Q0 -96 18 -74 L22 0z', teal)}${line('M10 -70 L46 -44', teal, 14)}${circle(0, -104, 19, skin)}${shape('M-22 -108 q22 -30 44 0 l10 4 h-54z', night)}${shape('M-12 -94 q12 18 24 0 q-2 16 -12 18 q-10 -2 -12 -18z', paper)}
${line('M48 0 V-60', timber, 12)}${circle(48, -52, 22, 'none')}<circle cx="48" cy="-52" r="24" fill="none" stroke="${ink}" stroke-width="6"/>${line('M48 -76 V-28 M24 -52 H72', ink, 4)}`;
}

export function drawFerry(): string {
  const random = createRandom(83);
  const far = `M0 372 C180 338 330 352 520 366 C760 330 980 346 1180 362 C1340 342 1480 346 1600 360 V430 H0z`;
  const cottage = (x: number, y: number, s: number, wall: string) =>
    at(
      x,
      y,
      s,
      `${rect(0, -52, 92, 52, wall)}${shape('M-12 -50 L46 -100 L104 -50z', rust)}${rect(18, -38, 22, 22, '#F0C870')}${rect(54, -38, 22, 22, '#F0C870')}`,
    );
  const trees = repeat(9, (i) =>
    at(
      70 + i * 182 + random() * 60,
      398 + random() * 14,
      1,
      willow(0.46 + random() * 0.2, i % 2 ? '#7F9C6B' : '#A9A85A', '#5F8062'),
    ),
  );
  const planks = repeat(15, (i) => line(`M${560 + i * 40} ${606 - i * 4.6} l90 88`, '#8C5A34', 3, 0.65));
  const rail = (x: number, y: number, dx: number, dy: number, posts: number) =>
    repeat(posts, (i) =>
      rect(x + (dx * i) / (posts - 1) - 4, y + (dy * i) / (posts - 1) - 58, 8, 58, paper, 2),
    ) + line(`M${x} ${y - 54} l${dx} ${dy}`, paper, 7);
  const buoy = `<circle cx="0" cy="0" r="22" fill="none" stroke="${paper}" stroke-width="13"/><circle cx="0" cy="0" r="22" fill="none" stroke="${brick}" stroke-width="13" stroke-dasharray="17.3"/>`;
  const wake = repeat(9, (i) =>
    line(
      `M${500 - i * 22} ${640 + i * 20} q${-60 - i * 8} ${18 + i * 5} ${-150 - i * 14} ${20 + i * 7}`,
      paper,
      4,
      0.55 - i * 0.05,
    ),
  );
  const ferry = `${shape('M480 636 L590 742 L1270 652 L1310 690 L640 790 L470 676z', night, 0.28)}${shape('M500 606 L620 708 L620 752 L500 640z', rust)}${shape('M620 708 L1250 622 L1246 664 L620 752z', brick)}
${line('M622 722 L1248 636', paper, 5, 0.85)}${shape('M500 606 L1140 534 L1250 622 L620 708z', '#C9965A')}${planks}${rail(500, 606, 640, -72, 12)}
${at(1076, 596, 0.96, cow(), -6)}${at(812, 634, 1.04, lorry(), -6.5)}${at(598, 664, 1.02, ferryman(), 0)}${rail(620, 706, 630, -86, 12)}${at(932, 640, 1, buoy)}`;
  const sunPath = repeat(70, (i) => {
    const y = 418 + i * 6.6;
    const reach = 26 + i * 1.6 + random() * 50;
    return rect(
      1180 - reach / 2 + (random() - 0.5) * (40 + i * 2.4),
      y,
      reach,
      3 + i / 30,
      '#F6D68A',
      2,
      0.75 - i * 0.006,
    );
  });
  const post = (x: number, y: number, tall: number) =>
    `${line(`M${x} ${y} V${y - tall}`, ink, 15)}${line(`M${x} ${y - tall + 20} L${x + (x < 800 ? -70 : 70)} ${y + 6}`, ink, 5)}`;
  const cable = 'M96 308 Q800 402 1512 250';
  const chain = (d: string) =>
    `<path d="${d}" fill="none" stroke="${ink}" stroke-width="6" stroke-dasharray="11 7" stroke-linecap="round"/>`;
  const pulley = (x: number, y: number) => `${circle(x, y, 15, ochre)}${circle(x, y, 6, ink)}`;
  const reeds = (x: number, count: number) =>
    repeat(count, (i) => {
      const tall = 110 + random() * 120;
      const lean = (random() - 0.5) * 50;
      const left = x + i * 22 + random() * 10;
      return `${line(`M${left} 910 Q${left} ${900 - tall / 2} ${left + lean} ${900 - tall}`, i % 2 ? '#3F5A45' : '#57734F', 7)}${i % 3 ? '' : `<ellipse cx="${left + lean}" cy="${892 - tall}" rx="9" ry="30" fill="${timber}"/>`}`;
    });
  const scene = `${circle(1180, 214, 92, '#F3C877')}${circle(1180, 214, 150, '#F3C877', 0.28)}${shape('M0 330 C260 270 480 300 700 320 C960 270 1260 280 1600 320 V420 H0z', '#B9C7A5', 0.8)}
${shape(far, '#8FA574')}${cottage(250, 382, 0.8, paper)}${cottage(372, 384, 0.62, sand)}${cottage(1290, 366, 0.84, paper)}${trees}${rect(0, 412, width, 488, 'url(#river)')}${glints(random, 150, 430, 890, paper)}${sunPath}
${post(96, 420, 140)}${post(1512, 404, 190)}${line(cable, ink, 5)}${wake}${chain('M560 352 L520 604')}${chain('M1000 350 L1146 536')}${pulley(560, 350)}${pulley(1000, 346)}${ferry}
${reeds(-10, 14)}${reeds(1380, 11)}`;
  return sheet(
    `0 #A9C4C0, 0.3 #F1E3BE, 0.45 ${sand}`,
    gradient('river', `0 #C5D3BE, 0.3 #6F9A97, 1 ${teal}`),
    scene,
  );
}
