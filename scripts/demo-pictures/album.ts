import {
  at,
  brick,
  circle,
  createRandom,
  dusk,
  glints,
  gradient,
  ink,
  line,
  mist,
  night,
  ochre,
  paper,
  pine,
  type Random,
  radial,
  rect,
  repeat,
  rust,
  sand,
  shape,
  sheet,
  skin,
  stars,
  teal,
  width,
} from './pen.ts';

export function drawLighthouse(): string {
  const random = createRandom(97);
  const shore = 640;
  const tower = `${shape('M-52 0 L-36 -330 H36 L52 0z', paper)}${shape('M-46 -124 L-42 -206 H42 L46 -124z', brick)}${shape('M-38 -288 L-36 -330 H36 L38 -288z', brick)}${shape('M-51 -20 L-52 0 H52 L51 -20z', brick)}
${shape('M6 0 L4 -330 H36 L52 0z', ink, 0.14)}${rect(-60, -346, 120, 18, night, 4)}${repeat(7, (i) => rect(-57 + i * 18, -374, 4, 30, night))}${rect(-60, -378, 120, 5, night)}
${rect(-32, -412, 64, 66, '#FBE7B4', 5)}${line('M-32 -412 V-346 M0 -412 V-346 M32 -412 V-346', night, 6)}${shape('M-46 -410 Q0 -470 46 -410z', rust)}${line('M0 -446 v-34', night, 5)}
${rect(-10, -94, 20, 34, '#F6D68A', 8)}${rect(-9, -260, 18, 30, '#F6D68A', 8)}`;
  const hut = `${rect(0, -86, 190, 86, '#3A2A24')}${repeat(5, (i) => rect(0, -84 + i * 17, 190, 3, ink, 0, 0.5))}${shape('M-20 -82 L95 -158 L210 -82z', '#241B1E')}${rect(30, -60, 36, 36, '#F6D68A')}${line('M48 -60 v36 M30 -42 h36', '#3A2A24', 4)}${rect(116, -60, 36, 36, '#F6D68A')}${line('M134 -60 v36 M116 -42 h36', '#3A2A24', 4)}${rect(146, -172, 22, 50, '#241B1E')}`;
  const smoke = line('M1234 470 C1220 420 1262 400 1244 350 C1230 310 1262 290 1256 260', mist, 12, 0.25);
  const dash = repeat(80, (i) => {
    const y = shore + 16 + Math.floor(i / 4) * 12;
    const reach = 24 + (i % 20) * 3 + random() * 60;
    return rect(
      520 - reach / 2 + (random() - 0.5) * (70 + (y - shore) * 0.8),
      y,
      reach,
      4,
      '#F6D68A',
      2,
      0.5 - (y - shore) / 800,
    );
  });
  const boat = `${shape('M-110 -18 Q0 4 110 -18 Q84 28 0 28 Q-84 28 -110 -18z', '#141A2C')}${line('M-100 -14 Q0 8 100 -14', brick, 6)}${line('M20 0 L92 44', sand, 5)}`;
  const rocks = `${shape('M960 660 C1000 600 1060 610 1090 576 C1130 540 1200 560 1250 540 C1340 500 1460 520 1600 486 V900 H1180 C1080 830 1040 740 960 660z', '#1B2136')}${shape('M1020 640 C1050 610 1090 620 1110 590 C1140 560 1190 580 1220 566 L1160 640 L1090 650z', '#2E3856')}${shape('M1250 600 C1310 560 1390 590 1460 560 L1400 650 L1290 660z', '#2A3350')}${shape('M1130 720 C1200 690 1290 730 1350 700 L1300 790 L1190 780z', '#262F4A')}`;
  const scene = `${stars(random, 150, 420)}${shape('M1100 250 L-40 40 V330z', 'url(#ray)')}${shape('M1100 250 L1640 150 V320z', 'url(#back)')}
${shape('M0 590 C160 540 300 560 430 580 C620 540 800 560 1000 596 V650 H0z', '#2C3957')}${repeat(30, (i) => at(10 + i * 34 + random() * 14, 612 - Math.sin(i / 4) * 14, 1, pine(50 + random() * 46, '#1F2943')))}
${rect(0, shore, width, 260, 'url(#lake)')}${glints(random, 70, shore + 6, 890, mist)}${dash}${circle(1100, 250, 150, 'url(#lampglow)')}${rocks}${smoke}${at(1190, 556, 0.98, hut)}${at(1100, 600, 0.85, tower)}
${at(1440, 540, 1, pine(250, '#10162A'))}${at(1530, 530, 1, pine(330, '#0D1224'))}${at(1390, 552, 1, pine(150, '#141B30'))}${at(400, 800, 1.05, boat)}${line('M490 786 C700 760 900 800 1120 770', sand, 3, 0.5)}`;
  const defs = `${gradient('lake', '0 #6A6A80, 0.25 #33415C, 1 #121830')}${gradient('ray', '0 #FBE7B4 0.05, 1 #FBE7B4 0.85', '')}${gradient('back', '0 #FBE7B4 0.6, 1 #FBE7B4 0.05', '')}${radial('lampglow', '0 #FFF3D0 0.9, 0.3 #FBE7B4 0.4, 1 #FBE7B4 0')}`;
  return sheet(`0 #141B33, 0.4 ${dusk}, 0.62 #B0766A, 0.72 #E0A468`, defs, scene);
}

export function drawMist(): string {
  const random = createRandom(101);
  const band = (y: number, tall: number, alpha: number) => {
    const puffs = repeat(
      14,
      (i) =>
        `<ellipse cx="${i * 126 + random() * 60}" cy="${y + (random() - 0.5) * 14}" rx="${110 + random() * 90}" ry="${tall * (0.7 + random() * 0.5)}" fill="url(#puff)"/>`,
    );
    return `<g opacity="${alpha}">${puffs}</g>`;
  };
  const boards = repeat(19, (i) => {
    const t = (i / 19) ** 1.7;
    const y = 470 + t * 430;
    const half = 26 + t * 210;
    const next = 470 + ((i + 1) / 19) ** 1.7 * 430;
    const x = 770 + t * -90;
    return `${shape(`M${x - half} ${y} H${x + half} L${x + half + (next - y) * 0.48} ${next - 3 - t * 4} H${x - half - (next - y) * 0.48}z`, i % 3 ? '#8A6A4C' : '#7A5B40', 0.35 + t * 0.65)}`;
  });
  const pile = (t: number, side: number) => {
    const y = 470 + t * 430;
    const x = 770 - 90 * t + side * (36 + t * 226);
    return `${rect(x - 5 - t * 12, y - 34 - t * 96, 10 + t * 24, 64 + t * 150, '#4F3A2B', 4, 0.4 + t * 0.6)}${rect(x - 6 - t * 13, y - 38 - t * 98, 12 + t * 26, 9 + t * 10, '#9A7A58', 4, 0.4 + t * 0.6)}`;
  };
  const boat = `${shape('M-210 34 Q0 96 220 30 L200 62 Q0 120 -190 66z', teal, 0.3)}${shape('M-226 -44 Q-10 6 236 -50 Q196 56 30 64 Q-150 66 -226 -44z', brick)}${shape('M-226 -44 Q-10 6 236 -50 Q10 -20 -226 -44z', '#5B2620')}${line('M-216 -30 Q0 22 224 -36', paper, 6, 0.9)}
${shape('M-120 -28 L-96 -46 L-60 -34 L-84 -16z M60 -34 L84 -50 L116 -40 L92 -22z', '#C9965A')}${line('M-40 -10 L150 -96', '#C9965A', 9)}${shape('M140 -100 l46 -26 q12 2 8 14 l-46 26z', '#C9965A')}`;
  const reed = (x: number, tall: number, lean: number) =>
    `${line(`M${x} 900 Q${x} ${900 - tall / 2} ${x + lean} ${900 - tall}`, '#5C7359', 6)}<ellipse cx="${x + lean}" cy="${900 - tall}" rx="9" ry="34" fill="#6B4530"/>`;
  const heron = `${line('M-8 0 V-70 M8 0 V-70', '#4E5F68', 5)}${shape('M-46 -66 C-30 -112 20 -118 44 -92 C20 -62 -20 -58 -46 -66z', '#6F838C')}${line('M32 -98 C66 -120 14 -150 40 -186', '#6F838C', 12)}${shape('M32 -194 q22 -10 26 6 l36 4 -38 8 q-18 4 -24 -18z', '#6F838C')}${line('M40 -194 q-24 -6 -34 8', ink, 4)}`;
  const scene = `${circle(1160, 250, 220, 'url(#halo)')}${circle(1160, 250, 74, '#FBF2D8')}${shape('M0 380 C200 330 420 350 640 366 C900 320 1200 340 1600 370 V440 H0z', '#A9BDB5', 0.6)}${repeat(26, (i) => at(10 + i * 64 + random() * 30, 410, 1, pine(90 + random() * 100, '#93ABA5'), 0))}
${band(400, 60, 0.9)}${rect(0, 430, width, 470, 'url(#still)')}${repeat(34, (i) => rect(1160 - 40 - i * 2 + (random() - 0.5) * (20 + i * 3), 476 + i * 6, 80 + i * 3, 3, '#FBF2D8', 2, 0.8 - i * 0.02))}${band(452, 44, 0.9)}${glints(random, 40, 520, 880, paper)}${at(330, 590, 0.82, heron)}${line('M250 592 h170', paper, 4, 0.7)}
${pile(0.02, -1)}${pile(0.02, 1)}${boards}${pile(0.2, -1)}${pile(0.2, 1)}${pile(0.55, -1)}${pile(0.55, 1)}${band(560, 40, 0.5)}${at(1190, 690, 1.12, boat)}${line('M960 650 Q920 700 962 640', sand, 5)}${band(720, 26, 0.35)}
${reed(90, 260, 26)}${reed(140, 340, -14)}${reed(190, 220, 30)}${reed(36, 300, -20)}${reed(1500, 240, -26)}${reed(1550, 310, 14)}`;
  const defs = `${radial('halo', '0 #FFF6DC 0.95, 1 #FFF6DC 0')}${radial('puff', `0 ${paper} 0.95, 0.5 ${paper} 0.6, 1 ${paper} 0`)}${gradient('still', '0 #D6DFD6, 0.4 #A8BFBB, 1 #6F9A9A')}`;
  return sheet('0 #C4D2CC, 0.4 #EFE6CF, 0.6 #E6E4D2', defs, scene);
}

export function drawSmokehouse(): string {
  const random = createRandom(103);
  const trunk = (x: number, w: number) => {
    const marks = repeat(12, (i) =>
      rect(x + 6 + random() * (w - 34), 40 + i * 62 + random() * 30, 16 + random() * 14, 6, rust, 3, 0.35),
    );
    return `${shape(`M${x} 0 H${x + w} L${x + w + 8} 690 q30 40 56 52 H${x - 64} q34 -14 56 -52z`, 'url(#bark)')}${rect(x + w - 14, 0, 14, 700, ink, 0, 0.14)}${marks}`;
  };
  const canopy = (y: number, color: string, count: number) =>
    repeat(
      count,
      (i) =>
        `<ellipse cx="${(i * width) / (count - 1) + random() * 40}" cy="${y + random() * 46}" rx="${130 + random() * 60}" ry="${50 + random() * 30}" fill="${color}"/>`,
    );
  const fish = (hue: string) =>
    `${line('M0 -26 V0', sand, 3)}${shape('M0 0 C30 20 34 76 8 118 L26 150 H-26 L-8 118 C-34 76 -30 20 0 0z', hue)}${shape('M0 0 C30 20 34 76 8 118 C10 70 8 30 0 0z', ink, 0.16)}${circle(-8, 24, 4, ink)}${line('M-16 44 q16 10 32 0', ink, 2.5, 0.5)}${line('M-14 66 q14 8 28 0 M-12 84 q12 7 24 0', paper, 2.5, 0.5)}`;
  const string = (t: number) => 330 + 4 * 84 * t * (1 - t);
  const catchOfDay = repeat(8, (i) => {
    const t = 0.09 + i * 0.117;
    return at(
      224 + t * 560,
      string(t) + 22,
      0.86,
      fish(['#C58C4A', '#D9A441', '#B4743A'][i % 3] ?? ochre),
      (random() - 0.5) * 8,
    );
  });
  const shed = `${rect(0, -230, 260, 230, '#7A5233')}${repeat(9, (i) => rect(i * 29, -230, 4, 230, ink, 0, 0.28))}${shape('M-34 -222 L130 -334 L294 -222z', rust)}${shape('M130 -334 L294 -222 H250 L118 -326z', ink, 0.18)}${rect(178, -370, 34, 96, '#4B4A4E', 3)}${rect(170, -378, 50, 14, ink, 4)}
${rect(64, -164, 132, 164, '#5A3A25', 4)}${rect(64, -164, 132, 164, 'url(#ember)', 4)}${circle(130, -92, 46, paper)}${circle(130, -92, 41, brick)}${rect(102, -100, 56, 16, paper)}${rect(180, -92, 8, 26, ink, 3)}`;
  const smoke = [
    'M1222 330 C1180 250 1290 220 1250 130 C1220 70 1300 40 1290 -20',
    'M1238 330 C1222 262 1330 234 1300 150 C1280 90 1360 60 1350 -20',
    'M1210 330 C1150 240 1220 190 1180 110 C1160 60 1210 30 1200 -20',
  ];
  const logs = repeat(9, (i) => {
    const row = i < 4 ? 0 : i < 7 ? 1 : 2;
    const x = row * 26 + (i - row * 4 + (row > 1 ? 1 : 0)) * 52;
    return at(
      x,
      -26 - row * 45,
      1,
      circle(0, 0, 26, '#A9663A') + circle(0, 0, 18, '#E2B98A') + circle(0, 0, 8, '#C98F5C'),
    );
  });
  const keeper = `${shape('M-34 0 L-30 -150 Q0 -186 30 -150 L34 0z', dusk)}${shape('M-30 -150 Q0 -186 30 -150 L34 -60 H-34z', brick)}${repeat(3, (i) => rect(-32, -136 + i * 28, 64, 5, paper, 0, 0.6))}${circle(0, -196, 30, skin)}${shape('M-34 -204 q34 -52 68 0z', teal)}${shape('M-20 -186 q20 46 40 0 q6 40 -20 46 q-26 -6 -20 -46z', paper)}${line('M24 -140 L52 -90 L30 -72', brick, 17)}`;
  const cat = `${line('M34 -8 C74 -4 84 -40 66 -62', ink, 10)}${shape('M-34 0 C-40 -50 -22 -84 -6 -92 L-12 -128 L6 -114 H22 L40 -130 L38 -92 C40 -74 44 -40 42 0z', ink)}${circle(8, -100, 3.5, ochre)}${circle(26, -102, 3.5, ochre)}`;
  const fern = (lean: number) =>
    repeat(7, (i) =>
      at(
        0,
        0,
        1,
        `${line('M0 0 Q-6 -60 0 -120', '#3F5A3A', 5)}${repeat(6, (k) => line(`M${-2} ${-24 - k * 17} l${(k - 7) * 4} -12 M${-2} ${-24 - k * 17} l${(7 - k) * 4} -12`, '#4F7048', 6))}`,
        lean - 66 + i * 22,
      ),
    );
  const mushroom = `${shape('M-9 0 L-6 -36 H6 L9 0z', paper)}${shape('M-34 -30 Q-30 -66 0 -66 Q30 -66 34 -30z', '#8A4A2A')}`;
  const scene = `${shape('M0 470 C300 430 620 456 900 446 C1200 430 1400 446 1600 440 V560 H0z', '#8FB0A6')}${rect(0, 500, width, 130, 'url(#bay)')}${glints(random, 46, 506, 610, paper)}
${shape('M0 600 C300 570 700 620 1000 596 C1300 580 1450 600 1600 590 V900 H0z', '#9A8F4A')}${shape('M0 700 C400 660 900 730 1600 680 V900 H0z', '#7C7440')}${repeat(90, () => rect(random() * width, 640 + random() * 250, 16 + random() * 22, 3, random() < 0.5 ? '#C58C4A' : '#5F5A30', 1.5, 0.55))}
${smoke.map((d, i) => line(d, paper, 60 - i * 14, 0.38)).join('')}${at(1040, 700, 1, shed)}${at(1356, 716, 1, logs)}${trunk(130, 92)}${trunk(770, 104)}${trunk(1500, 96)}${canopy(-20, '#3F6B5E', 11)}${canopy(-60, '#2E5249', 9)}
${line('M222 330 Q504 498 786 330', sand, 5)}${catchOfDay}${at(944, 716, 0.98, keeper)}${at(520, 742, 1, cat)}${at(330, 850, 1, fern(0))}${at(1180, 872, 1.15, fern(6))}${at(690, 836, 1, mushroom)}${at(738, 846, 0.7, mushroom)}`;
  const defs = `${gradient('bark', '0 #A8562E, 0.35 #C9754A, 1 #8A4527', '')}${gradient('bay', '0 #CFE0DA, 1 #6F9A97')}${gradient('ember', '0 #D9632B 0, 0.7 #D9632B 0.25, 1 #F0A04A 0.85')}`;
  return sheet(`0 #BBD0CB, 0.5 #F2E6C6, 0.7 ${sand}`, defs, scene);
}

/** An aurora curtain: thin upright strips along a folded line. */
function curtain(
  random: Random,
  foot: (t: number) => [x: number, y: number],
  tall: number,
  fill: string,
): string {
  const strips = repeat(280, (i) => {
    const [x, y] = foot(i / 279);
    const reach = tall * (0.62 + 0.22 * Math.sin(i / 7) + random() * 0.26);
    return `<rect x="${x}" y="${y - reach}" width="${9 + random() * 5}" height="${reach}" fill="url(#${fill})" opacity="${0.32 + 0.3 * (0.5 + 0.5 * Math.sin(i / 11 + 1)) + random() * 0.1}"/>`;
  });
  return strips;
}

export function drawAurora(): string {
  const random = createRandom(107);
  const shore = 640;
  const lights = `${curtain(random, (t) => [-60 + t * 1720 + 120 * Math.sin(t * 7), 520 - t * 200 + 60 * Math.sin(t * 9)], 420, 'green')}${curtain(random, (t) => [620 + t * 1060 + 70 * Math.sin(t * 8 + 2), 560 - 150 * t + 46 * Math.sin(t * 10)], 360, 'teal')}`;
  const forest = repeat(52, (i) =>
    at(
      i * 32 - 10 + random() * 14,
      shore + 2,
      1,
      pine(70 + random() * 90 + 60 * Math.abs(Math.sin(i / 9)), '#0B1322'),
    ),
  );
  const sitter = (coat: string, side: number) =>
    `<g transform="scale(${side} 1)">${shape('M-40 0 Q-44 -66 -8 -84 Q24 -80 26 -40 L52 -36 Q60 -20 48 0z', coat)}${circle(2, -104, 22, skin)}${shape('M-24 -104 a25 25 0 0 1 46 -14 l-8 6 q-18 -2 -26 22z', night)}${line('M0 -66 L44 -50', coat, 15)}</g>`;
  const fire = `${circle(0, -40, 260, 'url(#fireglow)')}${line('M-46 2 L46 -14 M-46 -14 L46 2', '#4A2F20', 14)}${shape('M0 -120 C40 -80 50 -40 30 -8 H-30 C-52 -44 -14 -60 0 -120z', '#E0702E')}${shape('M4 -78 C26 -52 26 -26 14 -8 H-14 C-28 -32 -4 -44 4 -78z', '#F6D68A')}${repeat(9, () => circle((random() - 0.5) * 90, -130 - random() * 130, 2 + random() * 3, '#F0A04A', 0.8))}`;
  const land = 'M0 812 C200 776 420 790 640 806 C860 830 1000 850 1100 900 H0z';
  const scene = `${stars(random, 240, 600)}${lights}${forest}<g transform="translate(0 ${shore * 2}) scale(1 -1)" opacity="0.42">${lights}</g><g transform="translate(0 ${shore * 2}) scale(1 -1)" opacity="0.75">${forest}</g>
${rect(0, shore, width, 260, '#0C1526', 0, 0.38)}${repeat(44, () => rect(random() * width, shore + 8 + random() * 230, 60 + random() * 180, 2, '#9FD8B4', 1, 0.18))}${rect(0, shore - 40, width, 40, '#0B1322')}${rect(0, shore, width, 42, '#0B1322', 0, 0.82)}${rect(0, shore - 2, width, 4, '#7FBFA0', 0, 0.35)}
${shape(land, '#080D18')}${at(430, 806, 0.95, fire)}${at(322, 812, 0.95, sitter(brick, 1))}${at(546, 814, 0.95, sitter(ochre, -1))}${at(120, 850, 1, pine(420, '#060A13'))}${at(30, 870, 1, pine(330, '#05080F'))}`;
  const defs = `${gradient('green', '0 #7FE0A8 0, 0.55 #7FE0A8 0.5, 0.92 #C8F7CF 0.85, 1 #C8F7CF 0')}${gradient('teal', '0 #4FB0A8 0, 0.6 #5FC9A8 0.42, 0.93 #A8EBC8 0.75, 1 #A8EBC8 0')}${radial('fireglow', '0 #F0A04A 0.55, 0.5 #E0702E 0.16, 1 #E0702E 0')}`;
  return sheet('0 #0A1022, 0.5 #14233C, 0.75 #1F4250', defs, scene);
}
