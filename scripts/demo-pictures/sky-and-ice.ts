import {
  at,
  brick,
  circle,
  createRandom,
  dusk,
  gradient,
  ink,
  line,
  mist,
  night,
  ochre,
  paper,
  pine,
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

function perch(): string {
  const stripes = repeat(5, (i) =>
    shape(`M${-58 + i * 28} -34 q12 32 2 62 q-14 -28 -2 -62z`, '#3F5A45', 0.85),
  );
  return `${shape('M-60 -34 L-40 -62 L-26 -40 L-12 -66 L4 -42 L20 -62 L34 -36z', '#5F7A52')}${shape('M-104 -4 Q-50 -60 40 -36 Q72 -26 88 -6 L124 -36 Q116 0 126 36 L88 8 Q50 40 -20 36 Q-80 30 -104 -4z', '#A9A85A')}${shape('M-104 -4 Q-50 6 88 2 Q50 40 -20 36 Q-80 30 -104 -4z', sand, 0.6)}${stripes}${shape('M-26 30 l-16 30 l34 -22z M40 26 l10 26 l18 -34z', brick)}${circle(-72, -10, 9, paper)}${circle(-73, -10, 5, ink)}${line('M-102 2 q10 8 20 4', ink, 3)}`;
}

function pike(): string {
  const spots = repeat(
    22,
    (i) =>
      `<ellipse cx="${-110 + i * 15}" cy="${-14 + ((i * 17) % 34)}" rx="9" ry="5" fill="${sand}" opacity="0.75"/>`,
  );
  return `${shape('M-270 8 Q-230 -14 -180 -18 Q-120 -46 60 -36 Q160 -28 220 -10 L276 -52 Q262 0 280 46 L220 12 Q120 44 -40 40 Q-150 36 -200 26 Q-250 24 -270 8z', '#4E6B4F')}${shape('M-262 14 Q-100 20 220 4 Q120 44 -40 40 Q-150 36 -200 26 Q-250 24 -262 14z', '#B9BF8A', 0.7)}${spots}${shape('M120 -32 Q150 -78 192 -66 L184 -20z M130 34 Q150 70 184 60 L180 18z M-90 36 L-60 66 L-40 38z', '#3C5742')}${circle(-190, -6, 9, '#F0C870')}${circle(-190, -6, 4.5, ink)}${line('M-268 10 Q-230 16 -204 10', ink, 3.5)}`;
}

function crayfish(): string {
  const claw = (side: number) =>
    `<g transform="scale(${side} 1)">${line('M18 -20 Q50 -36 58 -64', brick, 13)}${shape('M46 -62 Q36 -104 62 -118 Q58 -94 66 -88 Q74 -96 74 -114 Q96 -92 76 -60z', brick)}${repeat(4, (i) => line(`M16 ${-6 + i * 10} q26 4 36 ${12 + i * 6}`, brick, 5))}${line('M6 -44 Q30 -100 16 -140', rust, 3)}</g>`;
  return `${claw(1)}${claw(-1)}${shape('M-22 30 Q-28 -30 0 -50 Q28 -30 22 30z', brick)}${repeat(4, (i) => `<ellipse cx="0" cy="${34 + i * 15}" rx="${20 - i * 2}" ry="10" fill="${i % 2 ? brick : rust}"/>`)}${shape('M-26 104 Q0 78 26 104 Q0 122 -26 104z', brick)}${circle(-8, -34, 4, ink)}${circle(8, -34, 4, ink)}`;
}

function skater(coat: string, hat: string, scarf: string): string {
  return `${line('M-6 -96 L-34 -50 L-26 -6', night, 17)}${line('M4 -96 L34 -62 L66 -42', night, 17)}${line('M-50 0 H2', ink, 5)}${line('M52 -28 L88 -46', ink, 5)}${shape('M-26 -90 Q-22 -150 16 -170 Q40 -160 34 -126 L22 -84z', coat)}${line('M14 -150 L64 -120', coat, 15)}${line('M0 -148 L-46 -140', coat, 15)}${circle(66, -118, 8, sand)}${circle(-50, -140, 8, sand)}${circle(30, -190, 20, skin)}${shape('M10 -196 A21 21 0 0 1 50 -200 L12 -184z', hat)}${shape('M12 -172 Q-34 -176 -62 -158 L-60 -144 Q-24 -160 16 -158z', scarf)}`;
}

export function drawLake(): string {
  const random = createRandom(137);
  const ice = 372;
  const weed = (x: number, tall: number, color: string) =>
    repeat(4, (i) =>
      line(
        `M${x + i * 13} 842 C${x + i * 13 - 26} ${842 - tall * 0.4} ${x + i * 13 + 30} ${842 - tall * 0.7} ${x + i * 13 + (i - 2) * 9} ${842 - tall * (0.7 + ((i * 7) % 4) / 10)}`,
        color,
        9,
      ),
    );
  const bubbles = repeat(50, () => {
    const x = 120 + Math.floor(random() * 7) * 220 + random() * 24;
    return `<circle cx="${x}" cy="${ice + 50 + random() * 380}" r="${3 + random() * 8}" fill="${paper}" fill-opacity="0.14" stroke="${paper}" stroke-width="2" stroke-opacity="0.5"/>`;
  });
  const trapped = repeat(
    60,
    () =>
      `<ellipse cx="${random() * width}" cy="${ice + 14 + random() * 34}" rx="${4 + random() * 14}" ry="${2 + random() * 3}" fill="#FFFFFF" opacity="0.55"/>`,
  );
  const cracks = [
    'M220 372 l26 26 l-10 14 l30 20',
    'M690 372 l-20 20 l24 16 l-14 20',
    'M1180 372 l18 18 l-8 16 l26 18 l8 10',
    'M1420 372 l-24 20 l8 18',
  ];
  const pebbles = repeat(
    70,
    () =>
      `<ellipse cx="${random() * width}" cy="${848 + random() * 46}" rx="${8 + random() * 22}" ry="${5 + random() * 9}" fill="${['#3B4A4C', '#57625C', '#6F6A55', '#2E3B40'][Math.floor(random() * 4)]}"/>`,
  );
  const bareTree = (x: number, y: number, s: number) =>
    at(
      x,
      y,
      s,
      line(
        'M0 0 V-130 M0 -60 L-36 -110 M0 -76 L34 -124 M-18 -84 L-44 -96 M16 -98 L40 -96 M0 -110 L-14 -150 M0 -120 L14 -160',
        '#5B6674',
        7,
      ),
    );
  const snowy = repeat(16, (i) => {
    const x = 20 + i * 104 + random() * 40;
    const tall = 90 + random() * 90;
    return at(
      x,
      316,
      1,
      pine(tall, '#7F98A0') +
        shape(
          `M0 ${-tall * 1.1} L${tall * 0.1} ${-tall * 0.84} Q0 ${-tall * 0.9} ${-tall * 0.1} ${-tall * 0.84}z`,
          paper,
        ),
    );
  });
  const rays = repeat(5, (i) =>
    shape(`M${180 + i * 300} ${ice + 48} h80 l${120 - i * 60} 420 h-190z`, '#CFE6DF', 0.1),
  );
  const angler = `${rect(-30, -52, 60, 52, ochre, 6)}${shape('M-36 -52 Q-40 -124 0 -138 Q40 -124 36 -52z', dusk)}${circle(0, -156, 24, skin)}${shape('M-30 -158 q30 -50 60 0 l10 14 h-16 q-24 -20 -48 0 h-16z', '#6B4530')}${line('M24 -100 L60 -74', dusk, 16)}${line('M62 -76 L112 -100', '#6B4530', 5)}${line('M112 -100 V0', paper, 2)}`;
  const fishLine = `${line(`M1232 ${ice - 4} V604`, paper, 2.5, 0.8)}${line('M1232 604 q0 18 -12 16 q-10 -4 -4 -12', ink, 4)}${circle(1232, 592, 8, brick)}`;
  const scene = `${circle(310, 130, 66, '#F9E8BE')}${circle(310, 130, 112, '#F9E8BE', 0.35)}${shape('M0 296 C240 220 460 260 700 280 C960 220 1240 236 1600 280 V380 H0z', '#B9CBCB')}${snowy}${shape('M0 316 C300 296 560 326 820 312 C1080 300 1340 324 1600 306 V380 H0z', paper)}${bareTree(110, 330, 1.1)}${bareTree(1520, 330, 1.25)}
${rect(0, ice, width, 528, 'url(#deep)')}${rays}${rect(0, ice - 6, width, 56, 'url(#ice)')}${trapped}${cracks.map((d) => line(d, '#FFFFFF', 3, 0.8)).join('')}${rect(0, ice - 8, width, 8, '#FFFFFF')}${shape(`M0 ${ice + 48} C200 ${ice + 58} 360 ${ice + 44} 560 ${ice + 54} C800 ${ice + 62} 1000 ${ice + 44} 1240 ${ice + 56} C1400 ${ice + 60} 1500 ${ice + 48} 1600 ${ice + 54} V${ice + 40} H0z`, '#BBD9DA')}
${shape(`M1212 ${ice - 8} h40 l-6 62 h-28z`, '#24444C')}${at(1120, ice - 6, 0.9, angler)}${fishLine}${at(520, ice - 6, 1, skater(brick, ochre, paper))}${at(760, ice - 6, 0.72, skater(teal, brick, ochre))}<g transform="translate(920 ${ice - 6}) scale(-0.9 0.9)">${skater(ochre, teal, brick)}</g>
${bubbles}${shape('M0 846 C300 820 620 856 900 836 C1180 820 1400 852 1600 834 V900 H0z', '#1D2E33')}${weed(150, 260, '#2F6A5C')}${weed(1440, 320, '#3B7A62')}${weed(1330, 190, '#2A5C54')}${weed(640, 150, '#2F6A5C')}${weed(60, 170, '#3B7A62')}${pebbles}
${at(980, 690, 0.98, pike())}${at(420, 560, 0.9, perch())}${at(600, 640, 0.7, perch())}${at(300, 690, 0.74, perch())}${at(1180, 520, 0.62, `<g transform="scale(-1 1)">${perch()}</g>`)}${at(770, 836, 0.6, crayfish(), 24)}${at(500, 820, 0.5, crayfish(), -40)}`;
  const defs = `${gradient('deep', '0 #5E9AA0, 0.35 #2F6A73, 1 #14313B')}${gradient('ice', '0 #F3FAF8, 0.5 #CFE6E6, 1 #A9CFD2')}`;
  return sheet(`0 #A8C3CB, 0.3 #E9E6D6, 1 ${paper}`, defs, scene);
}

export function drawSunrises(): string {
  const random = createRandom(139);
  const suns = Array.from({ length: 24 }, (_, i) => {
    // Days since the spring equinox as an angle. The tilt of the axis raises the Sun, the equation of time shifts it
    // sideways.
    const season = (Math.PI * 2 * (i + 0.5)) / 24;
    const height = Math.sin(season);
    const sway = 9.87 * Math.sin(2 * season) - 7.53 * Math.cos(season) - 1.5 * Math.sin(season);
    return { x: 1050 + sway * 9.6, y: 322 - height * 226, warmth: (height + 1) / 2 };
  });
  const path = `M${suns.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(' L')}z`;
  const tints = ['#C9683A', '#D2803F', '#D99A45', '#E3B254', '#EFCB72', '#F6DD95'];
  const drawn = suns.map(
    ({ x, y, warmth }) =>
      circle(x, y, 34, '#F6DD95', 0.22) +
      circle(x, y, 23, tints[Math.min(5, Math.floor(warmth * 6))] ?? ochre),
  );
  const hills = `${shape('M0 620 C220 540 460 560 700 610 C940 560 1240 540 1600 600 V900 H0z', '#8A7F86')}${shape('M0 668 C260 600 520 640 780 664 C1060 610 1340 620 1600 660 V900 H0z', '#5F5F76')}`;
  const village = repeat(12, (i) => {
    const x = 640 + i * 84 + random() * 34;
    const y = 690 + random() * 16;
    return at(
      x,
      y,
      0.6,
      `${rect(0, -54, 74, 56, '#33405E')}${shape('M-10 -52 L37 -96 L84 -52z', '#232C48')}${rect(16, -36, 16, 18, '#F6D68A', 1, i % 3 ? 0.9 : 0)}${rect(44, -36, 16, 18, '#F6D68A', 1, i % 2 ? 0.9 : 0)}`,
    );
  });
  const key = (row: number) =>
    repeat(15 - row, (i) =>
      shape(
        `M${-176 + row * -9 + i * (24.5 + row * 2.6)} ${22 + row * 17} h${18 + row * 2} l1 11 h${-19 - row * 2}z`,
        mist,
        0.8,
      ),
    );
  const code = [
    [0, 90, brick],
    [18, 150, teal],
    [18, 110, ochre],
    [36, 170, mist],
    [36, 80, brick],
    [18, 130, teal],
    [0, 60, ochre],
    [18, 140, mist],
  ] as const;
  const laptop = `${shape('M-230 6 L230 6 L290 104 H-290z', '#C9CED0')}${shape('M-290 104 H290 L282 120 H-282z', '#8E979C')}${repeat(4, key)}${shape('M-58 90 h116 l4 12 h-124z', '#AEB6BA')}${rect(-236, -300, 472, 306, '#2A3148', 16)}${rect(-218, -284, 436, 272, '#151B30', 6)}${code.map(([x, w, color], i) => rect(-196 + x, -262 + i * 29, w, 11, color, 5) + rect(-184 + x + w, -262 + i * 29, w * 0.3, 11, paper, 5, 0.5)).join('')}${circle(146, -130, 44, '#F6DD95')}${shape('M84 -118 h126 v60 h-126z', '#151B30')}${line('M80 -116 h134', ochre, 5)}`;
  const frame = `${rect(0, 0, width, 30, '#F4E7CB')}${rect(0, 0, 46, 760, '#F4E7CB')}${rect(1554, 0, 46, 760, '#F4E7CB')}${rect(520, 0, 26, 760, '#F4E7CB')}${rect(46, 30, 8, 730, ink, 0, 0.14)}${rect(546, 30, 8, 730, ink, 0, 0.14)}${rect(46, 30, 1508, 8, ink, 0, 0.1)}`;
  const pot = `${shape('M-62 -96 H62 L46 0 H-46z', brick)}${rect(-70, -112, 140, 24, rust, 5)}${repeat(7, (i) => at(0, -106, 1, `${line('M0 0 Q-14 -70 0 -140', '#3F6B5E', 6)}${shape('M0 -140 C-40 -180 -26 -236 0 -262 C26 -236 40 -180 0 -140z', i % 2 ? teal : '#4E8074')}`, -62 + i * 21))}`;
  const cup = `${shape('M-46 -92 H46 L38 0 H-38z', teal)}<path d="M44 -74 q40 6 -4 52" fill="none" stroke="${teal}" stroke-width="12"/>${rect(-46, -92, 92, 10, paper, 4)}${line('M-14 -110 q-16 -26 0 -46 q14 -24 0 -46 M16 -110 q-16 -22 0 -40', paper, 5, 0.55)}`;
  const scene = `${line(path, paper, 3, 0.55)}${drawn.join('')}${hills}${village}${shape('M0 730 C400 700 900 740 1600 704 V900 H0z', '#3C4663')}${frame}${rect(0, 752, width, 148, '#8C5A34')}${rect(0, 744, width, 18, '#B98452')}${repeat(9, (i) => line(`M${random() * 200 + i * 180} ${790 + random() * 90} h${120 + random() * 160}`, '#6B4126', 3, 0.5))}
${at(160, 790, 1, pot)}${at(430, 764, 1.02, laptop)}${at(820, 836, 1, cup)}<ellipse cx="820" cy="838" rx="66" ry="10" fill="${ink}" opacity="0.2"/>`;
  return sheet('0 #5F7F93, 0.35 #B9B7A5, 0.6 #EBC084, 0.76 #E0985A', '', scene);
}
