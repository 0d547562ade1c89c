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
  radial,
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

const wood = '#8C5A34';

export function drawSpark(): string {
  const random = createRandom(163);
  const table = 720;
  const chalk = '#D8E2DC';
  const disc = (radius: number) => {
    const sectors = repeat(
      24,
      (i) =>
        `<g transform="rotate(${i * 15})">${shape(`M-13 ${-radius * 0.92} Q0 ${-radius * 0.96} 13 ${-radius * 0.92} L8 ${-radius * 0.58} Q0 ${-radius * 0.55} -8 ${-radius * 0.58}z`, ochre, 0.95)}</g>`,
    );
    return `<circle r="${radius}" fill="#BFE0E0" fill-opacity="0.28" stroke="#E6F4F2" stroke-width="6" stroke-opacity="0.9"/>${sectors}<circle r="${radius * 0.3}" fill="none" stroke="#E6F4F2" stroke-width="3" opacity="0.6"/>${circle(0, 0, 34, '#6B4530')}${circle(0, 0, 15, ochre)}`;
  };
  const shine = `<path d="M-238 -90 A254 254 0 0 1 -60 -246" fill="none" stroke="#FFFFFF" stroke-width="13" stroke-linecap="round" opacity="0.5"/>`;
  const jarOf = (x: number) =>
    at(
      x,
      table,
      1,
      `${shape('M-66 0 V-190 Q-66 -214 -40 -222 V-246 H40 V-222 Q66 -214 66 -190 V0z', '#BFE0E0', 0.5)}${rect(-66, -120, 132, 120, 'url(#foil)')}${rect(-48, -258, 96, 22, '#6B4530', 6)}${rect(-54, -206, 12, 80, '#FFFFFF', 6, 0.55)}`,
    );
  const bolt = 'M716 214 L744 196 L752 226 L786 188 L800 222 L828 196 L846 226 L884 208';
  const arms = `${line('M480 476 C478 330 560 250 690 218', ochre, 13)}${line('M1120 476 C1122 330 1040 250 910 212', ochre, 13)}${circle(696, 216, 27, 'url(#brass)')}${circle(904, 210, 27, 'url(#brass)')}${line('M480 470 V500 M1120 470 V500', '#B9822B', 18)}${circle(480, 466, 16, ochre)}${circle(1120, 466, 16, ochre)}`;
  const spark = `${circle(800, 208, 210, 'url(#flash)')}${line(bolt, '#7FC8E8', 15, 0.6)}${line(bolt, '#FFFFFF', 6)}${repeat(9, (i) => line(`M${740 + i * 15} ${206 + (random() - 0.5) * 20} l${(random() - 0.5) * 50} ${(random() - 0.5) * 70}`, '#BFE8F6', 2.5, 0.7))}`;
  const base = `${rect(380, table - 34, 840, 56, '#6B4530', 10)}${rect(380, table - 34, 840, 12, '#8C5A34', 6)}${rect(412, table + 22, 70, 20, '#4A2F20', 5)}${rect(1118, table + 22, 70, 20, '#4A2F20', 5)}${shape(`M764 ${table - 30} L784 430 H816 L836 ${table - 30}z`, '#8C5A34')}${shape(`M804 ${table - 30} L804 430 H816 L836 ${table - 30}z`, ink, 0.2)}${circle(800, 640, 40, '#6B4530')}${circle(800, 640, 40, 'none')}${line('M776 466 L772 634 M824 466 L828 634', ink, 5)}${line('M800 640 L908 664', ochre, 15)}${rect(898, 636, 24, 62, brick, 10)}`;
  const hand = `${shape('M1010 900 C1004 820 990 760 938 716 L900 704 Q880 690 892 672 L922 656 Q946 656 962 672 C1030 720 1080 790 1110 900z', skin)}${shape('M1000 900 C998 850 990 820 976 790 L1058 748 C1086 800 1100 850 1106 900z', brick)}${line('M980 800 L1056 758', paper, 10)}${line('M898 690 q24 -12 40 4 M904 704 q22 -10 34 6', '#B98762', 4)}`;
  const formula = `${line('M96 150 q18 -30 36 0 t36 0 t36 0 t36 0', chalk, 6, 0.75)}<circle cx="180" cy="330" r="62" fill="none" stroke="${chalk}" stroke-width="6" opacity="0.7"/>${line('M180 330 L226 286 M100 330 h160 M180 250 v160', chalk, 5, 0.7)}${line('M90 520 h220 M90 520 v-110 M90 520 q70 -100 200 -104', chalk, 6, 0.65)}
${line('M1300 140 v46 q0 30 26 30 q26 0 26 -30 v-46 M1378 172 h34 M1378 190 h34 M1444 140 v76 M1484 216 v-76 h22 q22 0 22 21 q0 21 -22 21 h-22 M1506 182 l26 34', chalk, 6, 0.7)}${line('M1330 300 l90 150 h-180z M1330 300 v150', chalk, 6, 0.65)}${line('M1466 330 l20 30 l-40 30 l40 30 l-40 30 l20 30', chalk, 6, 0.65)}${line('M1290 560 h260', chalk, 5, 0.4)}`;
  const dust = repeat(80, () => circle(random() * width, 60 + random() * 560, 1 + random() * 2, chalk, 0.25));
  const scene = `${rect(30, 40, 1540, 600, '#24403F', 6)}${rect(30, 40, 1540, 600, 'url(#slate)', 6)}${line('M30 40 H1570 V640 H30z', wood, 20)}${formula}${dust}${rect(0, table + 40, width, 160, wood)}${rect(0, table + 34, width, 14, '#B98452')}${repeat(8, (i) => line(`M${i * 210 - 30} ${table + 90 + random() * 60} h${100 + random() * 150}`, '#6B4126', 3, 0.5))}
${jarOf(480)}${jarOf(1120)}${base}${at(816, 446, 1, disc(262), 7)}${at(800, 446, 1, disc(262) + shine)}${arms}${spark}${hand}
${at(190, table + 50, 1, `${rect(-84, -34, 168, 34, paper, 4)}${rect(-74, -66, 150, 32, teal, 4)}${rect(-80, -94, 140, 28, brick, 4)}${circle(0, -128, 34, '#B9332B')}${line('M2 -160 q4 -14 14 -18', '#4A2F20', 5)}${shape('M6 -162 q20 -18 34 -4 q-14 12 -34 4z', '#4E8074')}`)}${at(1400, table + 56, 1, `${line('M-70 0 H70 M0 0 V-230', ink, 12)}${line('M-90 -230 H90', ink, 9)}${line('M-60 -226 L-100 -120 M60 -226 V-120 M0 -226 V-120', sand, 3)}${circle(-104, -104, 22, mist)}${circle(0, -104, 22, mist)}${circle(60, -104, 22, mist)}`)}`;
  const defs = `${radial('flash', '0 #CFF0FF 0.8, 0.4 #7FC8E8 0.3, 1 #7FC8E8 0')}${gradient('foil', '0 #C9D2D2, 0.4 #F3F7F6, 1 #8FA0A0', '')}${gradient('brass', '0 #F6DD95, 1 #B9822B')}${radial('slate', '0 #3F6462 0.9, 1 #1B302F 0.9')}`;
  return sheet(`0 #C98F4A, 1 #A9743A`, defs, scene);
}

export function drawWinds(): string {
  const random = createRandom(167);
  const gust = (d: string, color: string, thick: number, alpha: number) => line(d, color, thick, alpha);
  const streams = [
    ['M800 700 C700 560 420 620 380 450 C350 300 560 250 600 370 C624 450 520 480 490 420', paper, 16, 0.9],
    [
      'M800 690 C900 540 1240 640 1300 460 C1340 320 1180 250 1110 330 C1060 400 1130 460 1190 420',
      paper,
      16,
      0.9,
    ],
    ['M800 700 C780 520 900 440 860 300 C830 190 690 190 700 290', paper, 13, 0.85],
    ['M780 700 C560 660 240 720 130 560 C70 460 140 380 220 420', sand, 11, 0.8],
    ['M820 700 C1040 660 1380 730 1490 570 C1550 460 1480 370 1400 410', sand, 11, 0.8],
    ['M800 690 C860 560 1000 520 1010 400 C1016 320 960 300 940 340', teal, 8, 0.6],
    ['M800 690 C740 580 640 560 620 520', teal, 8, 0.6],
  ] as const;
  const page = (side: number) => {
    const text = repeat(9, (i) =>
      line(
        `M${70 + i * 4} ${-96 + i * 22} Q${280} ${-140 + i * 22 - 6} ${520 + i * 6} ${-80 + i * 23}`,
        '#B9A88A',
        5,
        0.75,
      ),
    );
    return `<g transform="scale(${side} 1)">${shape('M0 130 C150 60 420 50 660 140 L640 170 C420 96 160 110 0 170z', '#D9C79E')}${shape('M0 -100 C140 -190 420 -190 600 -96 L664 140 C440 60 160 70 0 136z', side > 0 ? '#FBF6E8' : paper)}${shape('M0 -100 C40 -130 80 -146 120 -156 L150 76 C90 86 40 104 0 136z', ink, 0.045)}${text}</g>`;
  };
  const boat = `${shape('M-92 10 H92 Q70 62 0 62 Q-70 62 -92 10z', brick)}${line('M-84 24 H84', paper, 6)}${line('M0 10 V-170', '#6B4530', 8)}${shape('M8 -166 Q112 -90 96 -8 H8z', paper)}${shape('M-8 -150 Q-84 -80 -78 -8 H-8z', ochre)}${shape('M0 -172 l40 12 l-40 12z', brick)}`;
  const umbrella = `${shape('M-120 0 A120 112 0 0 1 120 0 Q100 -22 80 0 Q60 -22 40 0 Q20 -22 0 0 Q-20 -22 -40 0 Q-60 -22 -80 0 Q-100 -22 -120 0z', teal)}${shape('M-40 0 Q-36 -84 0 -112 Q36 -84 40 0 Q20 -22 0 0 Q-20 -22 -40 0z', '#4E8074')}${line('M0 -118 V104 q0 24 22 24 q22 0 22 -22', ink, 7)}`;
  const kite = `${shape('M0 -110 L74 -10 L0 110 L-74 -10z', ochre)}${shape('M0 -110 L74 -10 L0 -10z M0 110 L-74 -10 L0 -10z', brick)}${line('M0 110 q40 40 0 80 q-40 36 6 80', ink, 4)}${[
    [12, 140],
    [-4, 196],
    [-6, 246],
  ]
    .map(([x = 0, y = 0]) => at(x, y, 1, shape('M0 0 l-26 -14 v28z M0 0 l26 -14 v28z', teal)))
    .join('')}`;
  const hat = `${shape('M-100 10 Q0 44 100 10 Q90 30 0 38 Q-90 30 -100 10z', ink)}${shape('M-58 14 C-62 -60 -40 -84 0 -80 C40 -84 62 -60 58 14 Q0 34 -58 14z', night)}${shape('M-59 -8 Q0 14 59 -8 L58 14 Q0 34 -58 14z', brick)}`;
  const bird = (s: number) =>
    shape(
      `M${-60 * s} ${-24 * s} Q${-20 * s} ${-40 * s} 0 0 Q${20 * s} ${-40 * s} ${60 * s} ${-24 * s} Q${20 * s} ${-22 * s} 0 ${20 * s} Q${-20 * s} ${-22 * s} ${-60 * s} ${-24 * s}z`,
      dusk,
    );
  const leaves = repeat(40, () => {
    const angle = random() * Math.PI;
    const far = 150 + random() * 640;
    return at(
      800 + Math.cos(angle) * far * 1.15,
      650 - Math.sin(angle) * far * 0.78,
      0.6 + random() * 0.9,
      `${shape('M0 0 q16 -24 44 -18 q-6 30 -44 18z', [brick, '#C9683A', ochre, teal, rust][Math.floor(random() * 5)] ?? brick)}${line('M0 0 l-12 8', '#6B4530', 3)}`,
      random() * 360,
    );
  });
  const sheets = [
    [360, 250, -24],
    [1180, 170, 18],
    [980, 560, 30],
    [620, 610, -16],
    [1420, 640, 12],
  ].map(([x = 0, y = 0, turn = 0], i) =>
    at(
      x,
      y,
      0.7 + (i % 3) * 0.16,
      `${shape('M-50 -64 Q-20 -76 50 -60 L56 60 Q10 72 -46 58z', '#FBF6E8')}${repeat(5, (k) => line(`M-32 ${-38 + k * 20} q30 -8 62 2`, '#B9A88A', 4))}`,
      turn,
    ),
  );
  const desk = `${rect(0, 806, width, 94, wood)}${rect(0, 798, width, 12, '#B98452')}${repeat(8, (i) => line(`M${i * 214 - 40} ${836 + random() * 44} h${90 + random() * 160}`, '#6B4126', 3, 0.5))}`;
  const card = `${rect(-96, -60, 192, 120, '#F0D9A8', 6)}${repeat(4, (i) => line(`M-78 ${-30 + i * 24} h156`, '#B98452', 3, 0.8))}${line('M20 -60 V60', brick, 3, 0.7)}${repeat(5, (i) => rect(-66 + (i % 2) * 8, -44 + i * 20, 44, 8, dusk, 2, 0.6))}${circle(60, 30, 20, brick, 0.4)}`;
  const scene = `${circle(800, 420, 380, '#F3C877', 0.28)}${circle(800, 420, 280, '#F3C877', 0.3)}${streams.map(([d, color, thick, alpha]) => gust(d, color, thick, alpha)).join('')}${leaves}${sheets.join('')}${desk}<ellipse cx="800" cy="842" rx="720" ry="26" fill="${ink}" opacity="0.25"/>
${at(800, 690, 1.02, `${shape('M-690 176 C-440 110 -160 120 0 178 C160 120 440 110 690 176 L680 192 C440 128 160 140 0 196 C-160 140 -440 128 -680 192z', '#3F6B5E')}${page(-1)}${page(1)}${line('M0 -100 V136', '#B9A88A', 4)}`)}
${at(560, 300, 1.1, boat, -10)}${at(1230, 300, 1.05, umbrella, 24)}${at(820, 170, 0.9, kite, 16)}${at(230, 470, 0.95, hat, -18)}${at(1470, 300, 0.8, bird(1))}${at(1400, 210, 0.55, bird(1))}${at(330, 140, 0.7, bird(1))}${at(230, 200, 0.5, bird(1))}${at(1390, 838, 0.9, card, -7)}`;
  return sheet('0 #7FA5AC, 0.5 #C9D3C4, 1 #EBD9AE', '', scene);
}

/** A page with furrows as lines; its margin is the edge of a field. */
export function drawMargins(): string {
  const random = createRandom(173);
  const rows = repeat(17, (i) => {
    const depth = i / 16;
    const y = 312 + depth ** 1.25 * 560;
    const words: string[] = [];
    for (let x = 292 + (i % 5 ? 0 : 90); x < width; ) {
      const long = (34 + random() * 110) * (0.7 + depth * 0.6);
      const rise = (at: number) => y + (26 - depth * 18) * Math.sin(at / 400);
      words.push(
        line(
          `M${x} ${rise(x)} Q${x + long / 2} ${rise(x + long / 2) - 4} ${x + long} ${rise(x + long)}`,
          random() < 0.3 ? '#8A6A4C' : '#6B4F38',
          7 + depth * 9,
        ),
      );
      x += long + 24 + depth * 16;
    }
    return words.join('');
  });
  const pencil = `${shape('M0 0 L96 -34 H620 V34 H96z', ochre)}${rect(96, -12, 524, 24, '#C58C2C')}${shape('M0 0 L96 -34 Q84 -22 100 -12 Q84 0 100 12 Q84 22 96 34z', '#EED6AE')}${shape('M0 0 L34 -12 Q40 0 34 12z', ink)}${rect(620, -36, 44, 72, mist)}${repeat(3, (i) => rect(628 + i * 12, -36, 4, 72, '#5F7A7A'))}${rect(664, -36, 72, 72, brick, 16)}${rect(96, -34, 524, 9, '#F3D083', 0, 0.7)}`;
  const note = `${line('M84 310 q16 -30 30 0 q10 20 26 -6 q12 -20 24 4 q14 20 32 -4 M90 352 q24 -20 40 0 t40 0 t32 -6', dusk, 7, 0.9)}${line('M206 388 q-40 30 -110 12', dusk, 5, 0.7)}${line('M120 510 q-34 -40 6 -60 q40 -10 34 30 q-8 30 -40 34 v34 M120 576 v2', brick, 9)}${line('M70 634 q20 -26 40 -4 q12 16 30 -8 q14 -14 52 2', dusk, 8)}${line('M96 760 h104 M100 780 h80', dusk, 6, 0.8)}`;
  const crow = (x: number, y: number, s: number) =>
    at(
      x,
      y,
      s,
      `${shape('M-44 0 Q-30 -42 10 -40 Q26 -60 46 -48 L66 -40 L46 -34 Q40 0 0 6 L-64 14z', ink)}${circle(38, -44, 3, paper)}${line('M-6 4 v22 M8 4 v22', ink, 4)}`,
    );
  const birch = (x: number, y: number, s: number, crown: string) =>
    at(
      x,
      y,
      s,
      `${rect(-7, -150, 14, 152, paper)}${repeat(5, (i) => rect(-7 + (i % 2) * 6, -130 + i * 28, 8, 5, ink))}${shape('M0 -260 C70 -230 74 -130 40 -90 C14 -66 -22 -66 -44 -92 C-72 -132 -66 -232 0 -260z', crown)}${shape('M0 -260 C70 -230 74 -130 40 -90 C50 -150 40 -220 0 -260z', ink, 0.12)}`,
    );
  const house = at(
    1360,
    246,
    0.8,
    `${rect(0, -70, 110, 70, paper)}${shape('M-14 -68 L55 -128 L124 -68z', rust)}${rect(80, -124, 16, 40, rust)}${rect(20, -50, 30, 28, '#F0C870')}${rect(70, -52, 26, 52, dusk)}`,
  );
  const scene = `${circle(1120, 150, 78, '#F0C060')}${circle(1120, 150, 124, '#F0C060', 0.3)}${shape('M0 236 C300 170 620 200 900 226 C1160 180 1400 190 1600 220 V330 H0z', '#A9B98F')}${house}${birch(1240, 254, 0.6, '#C58C2C')}${birch(1500, 258, 0.74, ochre)}${birch(1560, 262, 0.5, '#C9683A')}${birch(700, 240, 0.4, '#C58C2C')}${birch(740, 242, 0.5, ochre)}
${shape('M0 280 C360 224 700 262 980 258 C1240 236 1440 246 1600 262 V900 H0z', '#F3EAD2')}${rows}${shape('M0 280 C100 262 190 254 262 252 C246 460 242 690 250 900 H0z', '#FBF6E8')}${line('M264 252 C248 460 244 690 252 900', brick, 6, 0.85)}${line('M276 252 C260 460 256 690 264 900', brick, 2.5, 0.6)}${note}
${shape('M214 640 L930 372 L950 424 L236 676z', ink, 0.13)}${at(196, 622, 1.06, pencil, -22)}${crow(940, 300, 0.8)}${crow(1440, 480, 1)}${crow(1310, 660, 1.2)}${crow(420, 330, 0.7)}`;
  return sheet('0 #9DBBB8, 0.2 #E9E2C4, 0.35 #F3EAD2', '', scene);
}
