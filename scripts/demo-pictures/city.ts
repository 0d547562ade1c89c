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
  type Random,
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

function button(radius: number, color: string, holes: number): string {
  const eyes = repeat(holes, (i) => {
    const angle = (Math.PI * 2 * (i + 0.5)) / holes;
    return circle(Math.cos(angle) * radius * 0.24, Math.sin(angle) * radius * 0.24, radius * 0.1, ink, 0.75);
  });
  return `${circle(3, 5, radius, ink, 0.18)}${circle(0, 0, radius, color)}<circle r="${radius * 0.8}" fill="none" stroke="${ink}" stroke-width="${radius * 0.05}" opacity="0.22"/><path d="M${-radius * 0.66} ${-radius * 0.36} A${radius * 0.76} ${radius * 0.76} 0 0 1 ${-radius * 0.1} ${-radius * 0.75}" fill="none" stroke="${paper}" stroke-width="${radius * 0.09}" stroke-linecap="round" opacity="0.6"/>${eyes}`;
}

export function drawFactory(): string {
  const random = createRandom(113);
  const ground = 760;
  const hues = [brick, ochre, teal, paper, '#C9683A', dusk, mist, rust];
  const plume = repeat(46, (i) => {
    const t = i / 45;
    const x = 452 + t ** 1.25 * 1010 + Math.sin(t * 9) * 44 + (random() - 0.5) * (30 + t * 150);
    const y = 226 - Math.sin(t * 2.6) * 104 + (random() - 0.5) * (24 + t * 150);
    return at(
      x,
      y,
      1,
      button(15 + t * 30 + random() * 10, hues[(i * 3) % 8] ?? brick, i % 3 ? 4 : 2),
      random() * 90,
    );
  });
  const courses = (x: number, y: number, w: number, h: number) =>
    repeat(Math.floor((w * h) / 2600), () =>
      rect(x + random() * (w - 40), y + Math.floor((random() * h) / 14) * 14, 26, 7, ink, 1, 0.14),
    );
  const window = (x: number, y: number, w: number, h: number, lit: boolean) =>
    `${shape(`M${x} ${y + h} V${y + 16} Q${x + w / 2} ${y - 12} ${x + w} ${y + 16} V${y + h}z`, lit ? '#F6D68A' : '#4B5A70')}${line(`M${x + w / 2} ${y} V${y + h} M${x} ${y + h * 0.42} h${w} M${x} ${y + h * 0.7} h${w}`, rust, 4)}`;
  const shed = (x: number) =>
    `${shape(`M${x} 480 V380 L${x + 132} 452 V480z`, '#9E3428')}${shape(`M${x + 4} 392 L${x + 4} 470 L${x + 30} 470 L${x + 30} 410z`, '#DCE8E4', 0.85)}`;
  const hall = `${repeat(6, (i) => shed(600 + i * 132))}${rect(600, 476, 800, ground - 476, brick)}${rect(600, 476, 800, 12, rust)}${courses(600, 492, 800, 260)}${repeat(9, (i) => window(628 + i * 86, 524, 56, 84, [1, 4, 5].includes(i)))}${rect(600, 630, 800, 8, rust)}${repeat(9, (i) => (i === 4 ? '' : window(628 + i * 86, 660, 56, 70, i === 7)))}
${shape(`M962 ${ground} V676 Q1000 640 1038 676 V${ground}z`, '#4A2F20')}${line(`M1000 660 V${ground}`, '#2E1D14', 4)}`;
  const sign = `${rect(856, 436, 288, 62, paper, 8)}${repeat(5, (i) => at(904 + i * 48, 467, 1, button(19, [brick, teal, ochre, dusk, rust][i] ?? brick, 4)))}`;
  const chimney = `${shape(`M404 ${ground} L424 250 H480 L500 ${ground}z`, '#9E3428')}${shape(`M462 ${ground} L458 250 H480 L500 ${ground}z`, ink, 0.16)}${courses(420, 260, 70, 480)}${rect(414, 244, 76, 22, rust, 3)}${rect(418, 300, 68, 10, paper, 0, 0.8)}${rect(415, 322, 74, 10, paper, 0, 0.8)}`;
  const wing = `${rect(180, 560, 262, ground - 560, '#A8402F')}${shape('M160 566 L310 490 L462 566z', rust)}${courses(180, 572, 262, 180)}${repeat(3, (i) => window(206 + i * 78, 600, 52, 96, i === 1))}${circle(311, 536, 20, paper)}${line('M311 536 V522 M311 536 h10', ink, 4)}`;
  const figure = (x: number, coat: string, tall: number) =>
    at(
      x,
      ground + 54,
      tall,
      `${shape('M-20 0 L-16 -74 Q0 -94 16 -74 L20 0z', coat)}${circle(0, -102, 15, skin)}${shape('M-16 -104 a16 16 0 0 1 32 0z', [night, rust, ochre][x % 3] ?? night)}${repeat(3, (i) => circle(0, -60 + i * 18, 3.4, paper))}`,
    );
  const crowd = [560, 604, 655, 710, 748, 806, 1204, 1252, 1310, 1360].map((x, i) =>
    figure(x, [dusk, teal, '#5B4632', brick, ochre][i % 5] ?? dusk, 0.86 + (i % 3) * 0.1),
  );
  const poplar = (x: number, tall: number) =>
    `${rect(x - 5, ground - 60, 10, 66, '#5B4632')}${shape(`M${x} ${ground - tall} C${x + 46} ${ground - tall * 0.7} ${x + 44} ${ground - 70} ${x} ${ground - 30} C${x - 44} ${ground - 70} ${x - 46} ${ground - tall * 0.7} ${x} ${ground - tall}z`, '#C58C2C')}${shape(`M${x} ${ground - tall} C${x + 46} ${ground - tall * 0.7} ${x + 44} ${ground - 70} ${x} ${ground - 30}z`, ink, 0.1)}`;
  const scene = `${circle(1180, 520, 250, '#F3C877', 0.35)}${circle(1180, 520, 190, '#F3C877', 0.5)}${skylineFar(random, ground)}${poplar(90, 300)}${poplar(146, 240)}${poplar(1470, 330)}${poplar(1532, 270)}${plume}${chimney}${wing}${hall}${sign}
${rect(0, ground, width, 140, '#54483F')}${rect(0, ground, width, 8, ink, 0, 0.3)}${repeat(60, () => rect(random() * width, ground + 20 + random() * 112, 30 + random() * 30, 3, sand, 1.5, 0.18))}${line(`M-10 ${ground + 104} H1610 M-10 ${ground + 124} H1610`, mist, 4, 0.5)}${crowd.join('')}${at(240, ground + 78, 1, button(22, ochre, 4))}${at(1442, ground + 66, 1, button(17, paper, 2))}`;
  return sheet(`0 #8FB0B0, 0.45 #F0DDB0, 0.85 #E8B878`, '', scene);
}

function skylineFar(random: Random, base: number): string {
  return repeat(19, (i) => {
    const tall = 70 + random() * 110;
    return `${rect(i * 88 - 20, base - tall, 78, tall, '#C9A876')}${shape(`M${i * 88 - 26} ${base - tall + 2} l45 -36 l45 36z`, '#BF9862')}`;
  });
}

function shoe(color: string, heel: number): string {
  return `${shape(`M-34 -46 L-10 -46 C-8 -22 10 -16 34 -12 Q44 -8 44 0 H-34z`, color)}${rect(-36, 0, 82, 6, ink, 2)}${rect(-36, 2, 20, 6 + heel, ink, 2)}${line('M-8 -36 l12 6 M-6 -28 l14 6', paper, 2.5, 0.8)}`;
}

function boot(color: string): string {
  return `${shape('M-28 -96 H12 V-40 C14 -20 40 -22 46 -4 V0 H-28z', color)}${rect(-30, 0, 78, 7, ink, 2)}${rect(-30, 0, 22, 14, ink, 2)}${rect(-30, -100, 44, 14, sand, 5)}`;
}

export function drawCobbler(): string {
  const random = createRandom(127);
  const ground = 770;
  const flakes = repeat(230, () =>
    circle(random() * width, random() * 860, 1.6 + random() ** 2 * 5, paper, 0.4 + random() * 0.55),
  );
  const shopfront = (x: number, w: number, tall: number, wall: string) => {
    const panes = repeat(Math.floor(w / 84) * 3, (i) => {
      const row = Math.floor(i / Math.floor(w / 84));
      return rect(
        x + 22 + (i % Math.floor(w / 84)) * 84,
        ground - tall + 40 + row * 110,
        46,
        70,
        random() < 0.32 ? '#D9A441' : '#1B2338',
        4,
        0.85,
      );
    });
    return `${rect(x, ground - tall, w, tall, wall)}${panes}${rect(x - 10, ground - tall - 14, w + 20, 18, paper, 8, 0.9)}`;
  };
  const shelves = repeat(3, (row) => {
    const y = 372 + row * 92;
    const pairs = repeat(4, (i) => {
      const x = 556 + i * 66 + (row % 2) * 10;
      return at(
        x,
        y - 6,
        0.62,
        (i + row) % 3
          ? shoe([brick, teal, '#6B4530', dusk, ochre][(i + row * 2) % 5] ?? brick, (i % 2) * 12)
          : boot(['#6B4530', rust, dusk][row] ?? rust),
      );
    });
    return `${rect(528, y, 280, 9, '#6B4530')}${pairs}`;
  });
  const keys = repeat(6, (i) =>
    at(
      852 + i * 36,
      318,
      1,
      `${line('M0 -14 V0', sand, 2)}<circle cx="0" cy="9" r="9" fill="none" stroke="${ochre}" stroke-width="5"/>${line('M0 18 V46 M0 44 h9 M0 36 h7', ochre, 5)}`,
    ),
  );
  const master = `${shape('M-88 0 C-92 -110 -60 -158 0 -160 C60 -158 92 -110 88 0z', teal)}${shape('M-46 0 L-40 -110 Q0 -84 40 -110 L46 0z', '#5A3A25')}${line('M-40 -110 L-26 -152 M40 -110 L26 -152', '#5A3A25', 10)}${circle(0, -196, 46, skin)}${shape('M-50 -204 q50 -68 100 0 l6 8 h-112z', night)}${shape('M-34 -178 q34 26 68 0 q-2 40 -34 44 q-32 -4 -34 -44z', '#E9E4D6')}
<circle cx="-17" cy="-194" r="13" fill="none" stroke="${ink}" stroke-width="4"/><circle cx="17" cy="-194" r="13" fill="none" stroke="${ink}" stroke-width="4"/>${line('M-4 -194 h8', ink, 4)}${line('M60 -116 L100 -66 L92 -122', teal, 34)}${line('M90 -112 L84 -224', '#8C5A34', 11)}${at(84, -228, 1, shape('M-36 -14 H20 L40 -6 V6 L20 14 H-36z', mist), -3)}${circle(91, -138, 20, skin)}${line('M-64 -110 L-100 -66 L-50 -30', teal, 34)}${circle(-44, -28, 19, skin)}`;
  const booth = `${rect(470, 232, 640, ground - 232, '#8A2F25')}${repeat(14, (i) => rect(470 + i * 47, 232, 4, ground - 232, ink, 0, 0.22))}${rect(512, 292, 556, 318, '#F3D083', 6)}${rect(512, 292, 556, 318, 'url(#lamp)', 6)}${shelves}${keys}
<g clip-path="url(#pane)">${at(934, 640, 1.08, master)}</g>${line('M512 292 h556 v318 h-556z', '#5B2018', 12)}${line('M834 292 V610', '#5B2018', 8)}
${rect(482, 610, 616, 26, '#B98452', 5)}${at(700, 606, 0.9, shoe(brick, 26))}${at(600, 606, 0.8, boot(ochre))}${rect(1020, 572, 40, 38, mist, 4)}${rect(1016, 566, 48, 10, brick, 4)}
${rect(510, 650, 270, 104, '#742519', 4)}${rect(800, 650, 270, 104, '#742519', 4)}${shape('M436 244 L500 150 H1080 L1144 244z', night)}${shape('M420 236 C470 130 560 150 640 132 C760 112 860 144 960 128 C1040 118 1110 150 1160 236 C1120 254 1090 230 1050 244 C990 262 940 236 880 246 C800 260 740 238 670 248 C600 258 560 236 510 248 C470 256 440 250 420 236z', paper)}
${rect(1010, 62, 34, 90, '#4B4A4E', 3)}${shape('M1002 66 q25 -26 50 0z', paper)}`;
  const sign = `${line('M1110 300 h104', ink, 8)}${line('M1150 300 v34 M1196 300 v34', ink, 4)}${at(1170, 436, 1.15, boot(ochre))}`;
  const lamp = `${circle(300, 300, 250, 'url(#halo)')}${line('M300 780 V300', ink, 12)}${shape('M262 300 L278 236 H322 L338 300z', '#FBE7B4')}${shape('M252 238 Q300 190 348 238z', ink)}${shape('M258 232 Q300 196 342 232 Q300 216 258 232z', paper)}${rect(256, 298, 88, 10, ink, 4)}${rect(276, 740, 48, 44, ink, 4)}`;
  const client = `${shape('M-58 0 L-50 -190 Q0 -244 50 -190 L60 0z', dusk)}${shape('M-50 -196 Q0 -160 52 -196 L46 -160 Q0 -132 -46 -160z', brick)}${shape('M30 -176 l26 90 -18 6 -22 -84z', brick)}${circle(0, -236, 36, skin)}${shape('M-38 -240 A38 38 0 0 1 38 -240 L44 -226 H-44z', ochre)}${circle(0, -284, 13, paper)}${line('M-40 -160 L-96 -108', dusk, 26)}${at(-112, -84, 0.9, shoe(rust, 40), -10)}${rect(-34, -8, 26, 14, ink, 4)}${rect(10, -8, 26, 14, ink, 4)}`;
  const scene = `${shopfront(-30, 400, 600, '#2B3653')}${shopfront(1180, 460, 660, '#273250')}${circle(790, 460, 620, 'url(#halo)')}${rect(0, ground, width, 130, '#C9D3D6')}${shape(`M0 ${ground} C300 ${ground - 26} 500 ${ground + 10} 800 ${ground - 4} C1100 ${ground - 20} 1400 ${ground + 8} 1600 ${ground - 16} V900 H0z`, '#DDE3E2')}${shape(`M440 ${ground + 4} L1140 ${ground + 4} L1290 900 H300z`, 'url(#spill)')}${booth}${sign}${lamp}
${shape(`M430 ${ground} C520 ${ground - 30} 700 ${ground - 18} 800 ${ground - 14} C960 ${ground - 24} 1080 ${ground - 22} 1150 ${ground} L1150 ${ground + 16} H430z`, paper)}${at(1296, 812, 1.02, client)}${repeat(7, (i) => `<ellipse cx="${1210 + i * 62}" cy="${842 + (i % 2) * 16}" rx="15" ry="6" fill="#A9B6BD"/>`)}${flakes}`;
  const defs = `${gradient('lamp', '0 #FFF3D0 0.7, 1 #C9803A 0.5')}${gradient('spill', '0 #F6D68A 0.9, 1 #F6D68A 0')}${radial('halo', '0 #F6D68A 0.42, 1 #F6D68A 0')}<clipPath id="pane"><rect x="518" y="298" width="544" height="310"/></clipPath>`;
  return sheet(`0 #131A30, 0.6 ${dusk}, 0.9 #5C6078`, defs, scene);
}

export function drawPiano(): string {
  const random = createRandom(131);
  const wall = '#D9B070';
  const pane = (x: number, y: number, isOpen: boolean, who = '') =>
    `${rect(x - 10, y - 10, 140, 186, paper, 3)}${rect(x, y, 120, 166, isOpen ? '#3A2A24' : '#5B7480', 2)}${isOpen ? who : `${shape(`M${x} ${y} h44 q-8 90 -44 120z M${x + 120} ${y} h-44 q8 90 44 120z`, paper, 0.75)}${line(`M${x + 60} ${y} v166 M${x} ${y + 60} h120`, paper, 7)}`}${rect(x - 18, y + 170, 156, 16, '#B98452', 3)}${shape(`M${x - 22} ${y - 26} h164 l-12 18 h-140z`, '#B9853F')}`;
  const watcher = (x: number, y: number, hair: string, coat: string) =>
    `${shape(`M${x + 18} ${y + 168} Q${x + 20} ${y + 96} ${x + 60} ${y + 94} Q${x + 100} ${y + 96} ${x + 102} ${y + 168}z`, coat)}${circle(x + 60, y + 66, 27, skin)}${shape(`M${x + 31} ${y + 68} A29 29 0 0 1 ${x + 89} ${y + 68} Q${x + 60} ${y + 40} ${x + 31} ${y + 68}z`, hair)}`;
  const rows = [70, 330, 590].map((y, row) =>
    [96, 316, 1164, 1384]
      .map((x, i) => {
        const isOpen =
          (row === 1 && i === 0) ||
          (row === 0 && i === 3) ||
          (row === 2 && i === 2) ||
          (row === 1 && i === 2);
        return pane(
          x,
          y,
          isOpen,
          watcher(
            x,
            y,
            [paper, ink, '#6B4530', rust][(i + row) % 4] ?? ink,
            [teal, brick, dusk, ochre][(i * 2 + row) % 4] ?? teal,
          ),
        );
      })
      .join(''),
  );
  const balcony = `${rect(640, 54, 320, 190, paper, 3)}${rect(652, 66, 296, 178, '#3A2A24')}${shape('M652 66 h70 q-10 100 -70 150z M948 66 h-70 q10 100 70 150z', brick, 0.9)}${at(738, 246, 0.82, hauler(ochre, 1))}${at(866, 246, 0.82, hauler(teal, -1))}${rect(600, 244, 400, 20, '#8C5A34', 4)}${repeat(17, (i) => rect(608 + i * 24, 170, 5, 76, ink))}${rect(600, 164, 400, 9, ink, 3)}${shape('M620 264 h360 l-40 26 h-280z', '#B9853F')}`;
  const white = repeat(17, (i) => rect(-166 + i * 20, -8, 18, 34, paper, 2));
  const black = repeat(16, (i) => ([2, 6, 9, 13].includes(i) ? '' : rect(-153 + i * 20, -8, 11, 20, ink, 1)));
  const piano = `${rect(-190, -150, 380, 300, '#6B2E22', 10)}${rect(-190, -150, 380, 300, 'url(#polish)', 10)}${rect(-204, -166, 408, 24, '#4A1F18', 6)}${shape('M-176 -166 L-150 -222 H210 L204 -166z', '#5A251C')}${rect(-160, -124, 140, 92, '#4A1F18', 6)}${rect(20, -124, 140, 92, '#4A1F18', 6)}${line('M-130 -78 q40 -40 80 0 q-40 40 -80 0 M50 -78 q40 -40 80 0 q-40 40 -80 0', ochre, 4)}
${rect(-206, -16, 412, 54, '#4A1F18', 6)}${white}${black}${rect(-182, 38, 28, 112, '#4A1F18', 4)}${rect(154, 38, 28, 112, '#4A1F18', 4)}${rect(-140, 60, 280, 84, '#5A251C', 6)}${repeat(2, (i) => rect(-24 + i * 30, 132, 16, 26, ochre, 4))}${rect(-196, 146, 392, 16, '#3A1812', 5)}${repeat(2, (i) => circle(-160 + i * 320, 168, 11, ink))}`;
  const note = (kind: number) =>
    kind % 2
      ? `<ellipse cx="0" cy="0" rx="15" ry="11" transform="rotate(-18)"/>${line('M13 -4 V-62 q22 8 24 34', ink, 5)}`
      : `<ellipse cx="0" cy="0" rx="14" ry="10" transform="rotate(-18)"/><ellipse cx="48" cy="-8" rx="14" ry="10" transform="rotate(-18 48 -8)"/>${line('M12 -4 V-58 L60 -66 V-12', ink, 5)}${line('M12 -56 L60 -64', ink, 11)}`;
  const places = [
    [560, 330],
    [486, 424],
    [452, 560],
    [512, 690],
    [590, 770],
    [1086, 356],
    [1104, 500],
    [1064, 610],
    [1096, 722],
    [988, 762],
  ];
  const notes = places
    .map(([x = 0, y = 0], i) => at(x, y, 0.74 + (i % 3) * 0.16, note(i), (random() - 0.5) * 44))
    .join('');
  const leaves = repeat(26, () =>
    at(
      random() * width,
      120 + random() * 720,
      0.7 + random() * 0.6,
      shape(
        'M0 0 q14 -20 34 -14 q-6 22 -34 14z',
        [brick, '#C9683A', rust][Math.floor(random() * 3)] ?? brick,
        0.85,
      ),
      random() * 360,
    ),
  );
  const ropes = `${line('M760 236 L640 470 M850 236 L1000 390', sand, 7)}${line('M640 470 Q596 560 610 650 M1000 390 Q1046 480 1032 560', sand, 7, 0.9)}`;
  const person = (coat: string, hat: string, arm: string) =>
    `${shape('M-34 0 L-28 -116 Q0 -148 28 -116 L36 0z', coat)}${circle(0, -158, 24, skin)}${shape('M-27 -162 A27 27 0 0 1 25 -170 L31 -160z', hat)}${arm}`;
  const officer = `${shape('M-36 0 L-30 -124 Q0 -154 30 -124 L36 0z', dusk)}${rect(-33, -66, 66, 9, ink)}${circle(0, -62, 6, ochre)}${circle(0, -168, 25, skin)}${shape('M-30 -176 Q0 -214 30 -176z', dusk)}${rect(-30, -182, 60, 10, brick)}${shape('M-2 -174 h38 q-6 12 -38 6z', ink)}${line('M26 -112 L62 -136 L24 -172', dusk, 15)}${circle(24, -174, 9, skin)}${repeat(3, (i) => circle(0, -118 + i * 18, 3.5, ochre))}`;
  const crowd = `${at(300, 872, 1, person(brick, teal, line('M20 -112 L60 -178', brick, 14)))}${at(214, 876, 0.9, person(teal, paper, ''))}${at(1150, 872, 1, officer)}${at(1262, 876, 0.94, person(ochre, rust, line('M-18 -112 L-58 -180', ochre, 14)))}${at(388, 880, 0.62, person(dusk, brick, line('M16 -110 L50 -176', dusk, 15)))}${at(1336, 880, 0.64, person(paper, ink, ''))}`;
  const plaster = repeat(90, () =>
    rect(random() * width, random() * 800, 20 + random() * 60, 3, '#B98F4E', 1.5, 0.3),
  );
  const scene = `${plaster}${rect(0, 300, width, 10, '#C59A58', 0, 0.7)}${rect(0, 560, width, 10, '#C59A58', 0, 0.7)}${shape('M560 0 h16 v820 h-16z M1024 0 h16 v820 h-16z', '#C59A58', 0.7)}${rows.join('')}${shape('M540 420 L700 300 L1060 520 L960 800 L560 780z', ink, 0.1)}${balcony}${ropes}${at(812, 540, 1, piano, -13)}${notes}${leaves}${rect(0, 812, width, 88, '#6F7277')}${rect(0, 808, width, 12, '#8E8F8C')}${crowd}`;
  const defs = gradient(
    'polish',
    '0 #B4573E 0.7, 0.4 #7A3426 0, 1 #2B0F0B 0.45',
    'x1="0" y1="0" x2="1" y2="1"',
  );
  return sheet(`0 ${wall}, 1 #CFA25E`, defs, scene);
}

/** A person on the balcony who leans back and pulls. */
function hauler(coat: string, side: number): string {
  return `<g transform="scale(${side} 1)">${shape('M-60 0 L-52 -110 Q-20 -150 14 -120 L20 0z', coat)}${circle(-14, -160, 27, skin)}${shape('M-44 -164 a30 30 0 0 1 58 -8 l10 8z', night)}${line('M4 -108 L56 -60', coat, 22)}${circle(60, -56, 13, skin)}</g>`;
}
