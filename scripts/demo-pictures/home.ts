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

/** Half a cabbage: nested leaves around a stalk. */
function halfCabbage(): string {
  const leaves = repeat(9, (i) => {
    const r = 200 - i * 20;
    const wave = `M0 ${r * 0.92} C${-r * 0.7} ${r * 0.9} ${-r * 1.08} ${r * 0.3} ${-r * 0.92} ${-r * 0.28} C${-r * 0.8} ${-r * 0.86} ${-r * 0.24} ${-r * 1.02} ${r * 0.06} ${-r * 0.9} C${r * 0.6} ${-r * 0.98} ${r * 1.04} ${-r * 0.46} ${r * 0.94} ${r * 0.1} C${r * 0.96} ${r * 0.66} ${r * 0.5} ${r * 0.94} 0 ${r * 0.92}z`;
    return `${shape(wave, i % 2 ? '#EEF0D2' : (['#6F9A6B', '#86AE78', '#A5C48C', '#C3D8A4', '#D9E4B8'][i / 2] ?? '#E8EDC8'))}`;
  });
  const veins = repeat(7, (i) =>
    line(`M0 150 Q${(i - 3) * 16} 60 ${(i - 3) * 52} ${-40 - (3 - Math.abs(i - 3)) * 30}`, '#F7F8E6', 6, 0.9),
  );
  return `${leaves.concat(veins)}${shape('M-26 184 L-16 60 Q0 10 16 60 L26 184z', '#F7F6DC')}${line('M-4 170 Q-8 100 0 50', '#D9DCB2', 5)}`;
}

function carrot(): string {
  const rings = repeat(5, (i) =>
    line(`M${-150 + i * 56} ${-20 + i * 3} q10 12 ${4 + i} ${26 - i * 3}`, '#A9532A', 4, 0.6),
  );
  const tops = repeat(7, (i) =>
    line(`M-196 0 Q-250 ${(i - 3) * 16} -290 ${(i - 3) * 40}`, i % 2 ? teal : '#4E8074', 9),
  );
  return `${tops}${shape('M-200 -34 Q-214 0 -200 34 Q-60 42 190 4 Q200 0 190 -4 Q-60 -46 -200 -34z', '#D9762E')}${shape('M-206 6 Q-60 20 190 2 Q-60 42 -200 34z', rust, 0.25)}${rings}`;
}

export function drawCabbage(): string {
  const random = createRandom(149);
  const table = 690;
  const jarBody =
    'M-190 -430 Q-230 -410 -236 -340 V-40 Q-236 0 -196 0 H196 Q236 0 236 -40 V-340 Q230 -410 190 -430z';
  const shreds = repeat(230, () => {
    const x = -230 + random() * 460;
    const y = -30 - random() * 330;
    const w = 40 + random() * 70;
    const tint =
      random() < 0.13
        ? '#D9762E'
        : (['#F3F1D6', '#E4E8BE', '#D3DDA6', '#F7F6E4'][Math.floor(random() * 4)] ?? paper);
    return line(`M${x} ${y} q${w / 2} ${(random() - 0.5) * 50} ${w} ${(random() - 0.5) * 24}`, tint, 7, 0.95);
  });
  const berries = repeat(34, () => {
    const x = -214 + random() * 428;
    const y = -36 - random() * 320;
    return circle(x, y, 13, '#A3202A') + circle(x - 4, y - 5, 3.5, paper, 0.8);
  });
  const bubbles = repeat(
    26,
    () =>
      `<circle cx="${-200 + random() * 400}" cy="${-340 + random() * -46}" r="${4 + random() * 8}" fill="none" stroke="${paper}" stroke-width="2.5" opacity="0.8"/>`,
  );
  const jar = `<clipPath id="jar"><path d="${jarBody}"/></clipPath><ellipse cx="0" cy="4" rx="270" ry="20" fill="${ink}" opacity="0.25"/>${shape(jarBody, '#DCE8D8', 0.9)}<g clip-path="url(#jar)">${rect(-240, -392, 480, 400, '#E2DFA8')}${shreds}${berries}${bubbles}${shape('M-240 -392 h480 v24 q-240 20 -480 0z', '#EEEBC4', 0.8)}</g>
${shape('M-176 -404 Q-90 -440 0 -420 Q100 -440 176 -404 Q90 -360 0 -372 Q-90 -360 -176 -404z', '#7FA870')}${line('M-160 -402 Q0 -388 160 -402 M0 -418 V-376', '#C3D8A4', 5)}${rect(-72, -500, 144, 112, '#E9F0EA', 10, 0.9)}${rect(-64, -466, 128, 74, '#A9CBCB', 8, 0.9)}${rect(-58, -490, 12, 92, '#FFFFFF', 6, 0.7)}
${rect(-204, -446, 408, 26, '#EDF3EE', 12)}${rect(-196, -428, 392, 8, '#A9BDB5', 4)}${rect(-212, -330, 22, 250, '#FFFFFF', 11, 0.55)}${rect(196, -300, 12, 180, '#FFFFFF', 6, 0.35)}`;
  const weight = `${shape('M-74 0 Q-92 -90 -54 -128 H54 Q92 -90 74 0z', night)}${rect(-30, -156, 60, 34, night, 8)}<path d="M-26 -150 q26 -56 52 0" fill="none" stroke="${night}" stroke-width="15"/>${shape('M-60 -20 Q-74 -84 -46 -112 H-26 Q-48 -70 -40 -20z', mist, 0.4)}${circle(0, -66, 30, ochre)}${line('M-10 -78 q4 -10 12 -8 q12 4 4 18 l-18 20 h24', ink, 6)}`;
  const salt = `${shape('M-60 0 Q-84 -56 -60 -74 H60 Q84 -56 60 0z', teal)}${shape('M-60 -74 Q0 -130 60 -74z', paper)}${rect(-68, -82, 136, 14, '#234A4E', 7)}${line('M30 -80 L96 -150', wood, 10)}${repeat(20, () => circle(-130 + random() * 250, 6 + random() * 18, 2.5, paper))}`;
  const tiles = repeat(11 * 5, (i) => {
    const x = (i % 11) * 150 - 20;
    const y = Math.floor(i / 11) * 150 - 50;
    return `${rect(x + 4, y + 4, 142, 142, (i * 7) % 3 ? '#3A6A6E' : '#356266', 6)}${
      (i * 5) % 7
        ? ''
        : at(
            x + 75,
            y + 75,
            1,
            repeat(4, (k) =>
              at(
                0,
                0,
                1,
                shape('M0 0 C22 -20 22 -46 0 -58 C-22 -46 -22 -20 0 0z', '#7FA8A0', 0.55),
                k * 90 + 45,
              ),
            ),
          )
    }`;
  });
  const spilled = repeat(46, () => {
    const x = 470 + random() * 760;
    const y = table + 70 + random() * 90;
    return line(
      `M${x} ${y} q${20 + random() * 24} ${(random() - 0.5) * 26} ${44 + random() * 26} ${(random() - 0.5) * 12}`,
      random() < 0.2 ? '#D9762E' : '#EFF0CE',
      6,
    );
  });
  const scatter = [
    [1010, 842],
    [1048, 858],
    [1120, 836],
    [560, 850],
    [1260, 868],
    [612, 870],
  ].map(([x = 0, y = 0]) => circle(x, y, 13, '#A3202A') + circle(x - 4, y - 5, 3.5, paper, 0.8));
  const stripes = repeat(9, (i) =>
    rect(0, table + 60 + i * 28, width, i % 3 ? 4 : 10, i % 3 ? '#C9463A' : brick, 0, 0.5),
  );
  const scene = `${tiles}${rect(0, table, width, 210, '#F0E4C8')}${rect(0, table, width, 12, sand)}${stripes}<ellipse cx="330" cy="${table + 92}" rx="220" ry="22" fill="${ink}" opacity="0.22"/>${at(330, table - 92, 0.98, halfCabbage(), -8)}${at(800, table + 62, 1.16, jar)}${spilled}${at(1290, table + 130, 1, carrot(), -8)}${at(1330, table + 178, 0.72, carrot(), 6)}${at(1150, table + 40, 1.1, weight)}${at(1370, table + 26, 1, salt)}${scatter.join('')}`;
  return sheet(`0 #2F5D62, 1 #24494D`, '', scene);
}

export function drawRoom(): string {
  const random = createRandom(151);
  const snow = repeat(210, () => {
    const x = 120 + random() * 640;
    const y = 60 + random() * 480;
    return random() < 0.6
      ? circle(x, y, 1.6 + random() * 3.6, paper, 0.5 + random() * 0.5)
      : line(`M${x} ${y} l${16 + random() * 26} ${6 + random() * 8}`, paper, 2.4, 0.6);
  });
  const gusts = [
    'M110 170 C240 120 330 220 470 166 C560 130 590 190 540 208',
    'M120 330 C260 290 400 370 560 318 C660 290 690 350 640 366',
    'M110 450 C220 420 300 480 420 446',
  ];
  const houses = repeat(6, (i) => {
    const x = 110 + i * 118;
    const tall = 90 + random() * 90;
    return `${rect(x, 560 - tall, 96, tall, '#24304F')}${shape(`M${x - 10} ${562 - tall} l58 -42 l58 42z`, '#C9D6DA')}${rect(x + 20, 590 - tall, 18, 22, '#D9A441', 2, i % 2)}${rect(x + 56, 590 - tall, 18, 22, '#D9A441', 2, (i + 1) % 3 ? 1 : 0)}`;
  });
  const windowFrame = `<clipPath id="glass"><rect x="110" y="60" width="660" height="500"/></clipPath>${rect(84, 34, 712, 552, '#F4E7CB', 8)}${rect(110, 60, 660, 500, 'url(#frost)')}<g clip-path="url(#glass)">${houses}${gusts.map((d) => line(d, '#BFD3DA', 9, 0.55)).join('')}${snow}${shape('M110 560 Q200 500 330 540 Q470 570 600 536 Q700 520 770 548 V560z', '#E3EBEC')}</g>
${rect(428, 60, 24, 500, '#F4E7CB')}${rect(110, 190, 660, 18, '#F4E7CB')}${shape('M110 60 q70 10 60 90 q-50 -10 -60 -40z M770 60 q-70 10 -60 70 q44 -4 60 -34z', '#FFFFFF', 0.6)}${rect(60, 580, 760, 34, '#F7F0DC', 6)}${rect(60, 606, 760, 10, ink, 4, 0.15)}`;
  const cat = `${shape('M-80 0 C-100 -60 -60 -100 0 -100 C40 -100 70 -70 72 -30 L74 0z', '#C9683A')}${repeat(4, (i) => line(`M${-50 + i * 26} -96 q8 22 2 40`, rust, 8, 0.7))}${shape('M36 -70 C30 -120 56 -140 84 -140 L80 -172 L104 -150 L128 -172 L128 -136 C144 -110 130 -70 96 -66z', '#C9683A')}${line('M74 -112 q8 8 16 0 M104 -112 q8 8 16 0', ink, 4)}${shape('M92 -98 h10 l-5 7z', rust)}${line('M-74 -6 C-130 4 -140 -40 -112 -50', '#C9683A', 18)}${rect(20, -14, 66, 16, '#D9845A', 8)}`;
  const radiator = `${repeat(11, (i) => rect(128 + i * 56, 640, 44, 168, '#EDE3CC', 18) + rect(128 + i * 56 + 28, 650, 10, 148, ink, 5, 0.1))}${rect(110, 668, 640, 14, '#D8CCB0', 6)}${rect(110, 766, 640, 14, '#D8CCB0', 6)}${line('M750 772 h46 V840', '#B9AC8E', 14)}${circle(766, 772, 17, brick)}`;
  const thread = `${line('M604 84 V128', wood, 5)}${line('M604 128 C606 200 640 250 700 300', paper, 3.5)}${at(706, 306, 1, circle(0, 0, 20, '#FFFFFF') + circle(18, 8, 15, '#FFFFFF') + circle(4, 18, 16, '#F1EFE6') + circle(-14, 10, 13, '#FFFFFF'))}`;
  const chair = `${shape('M-190 40 C-210 -170 -180 -320 0 -322 C180 -320 210 -170 190 40z', teal)}${shape('M-150 20 C-164 -150 -140 -282 0 -284 C140 -282 164 -150 150 20z', '#39717A')}${repeat(6, (i) => circle(-84 + (i % 3) * 84, -210 + Math.floor(i / 3) * 82, 7, '#234A4E'))}${rect(-232, -76, 96, 170, teal, 42)}${rect(136, -76, 96, 170, teal, 42)}${rect(-150, -22, 300, 104, '#3F7F88', 30)}${line('M-150 108 l-16 62 M150 108 l16 62', wood, 16)}${rect(-200, 76, 400, 44, '#234A4E', 16)}
${shape('M70 -60 Q150 -110 236 -84 L252 84 Q230 104 214 84 Q196 108 178 84 Q160 104 140 80 Q110 30 70 -60z', brick)}${repeat(3, (i) => line(`M${92 + i * 6} ${-30 + i * 40} Q170 ${-80 + i * 44} ${238 + i * 4} ${-50 + i * 44}`, paper, 7, 0.75))}`;
  const lamp = `${circle(0, -420, 430, 'url(#glow)')}${line('M0 0 V-350', wood, 12)}<ellipse cx="0" cy="2" rx="92" ry="16" fill="${wood}"/>${shape('M-118 -336 L-66 -494 H66 L118 -336z', '#FBE7B4')}${shape('M-118 -336 L-112 -352 H112 L118 -336z', ochre)}${line('M44 -336 V-290', ochre, 4)}${circle(44, -284, 8, ochre)}`;
  const books = `${rect(0, -24, 150, 24, brick, 4)}${rect(14, -48, 130, 24, dusk, 4)}${rect(6, -70, 120, 22, ochre, 4)}${shape('M40 -70 V-120 H96 V-70z', paper)}<path d="M94 -112 q30 6 0 32" fill="none" stroke="${paper}" stroke-width="8"/>${line('M58 -132 q-12 -18 0 -34 q12 -16 0 -32 M80 -132 q-12 -16 0 -30', paper, 5, 0.6)}`;
  const dial = (x: number, y: number) =>
    `${circle(x, y, 62, wood)}${circle(x, y, 52, paper)}<path d="M${x - 34} ${y + 18} A38 38 0 1 1 ${x + 34} ${y + 18}" fill="none" stroke="${mist}" stroke-width="8"/><path d="M${x - 10} ${y - 37} A38 38 0 0 1 ${x + 30} ${y - 24}" fill="none" stroke="${teal}" stroke-width="8"/>${line(`M${x} ${y} L${x + 16} ${y - 28}`, brick, 5)}${circle(x, y, 6, ink)}`;
  const paperwall = repeat(60, (i) => {
    const x = 860 + (i % 10) * 80 + (Math.floor(i / 10) % 2) * 40;
    return at(
      x,
      60 + Math.floor(i / 10) * 110,
      0.5,
      shape(
        'M0 0 C18 -16 18 -40 0 -54 C-18 -40 -18 -16 0 0z M0 6 C14 18 14 36 0 46 C-14 36 -14 18 0 6z',
        '#B9772F',
        0.3,
      ),
    );
  });
  const scene = `${paperwall}${windowFrame}${radiator}${at(300, 584, 0.98, cat)}${thread}${at(1450, 812, 1, lamp)}${rect(0, 806, width, 94, '#6B4126')}${rect(0, 800, width, 14, '#F4E7CB')}${repeat(12, (i) => line(`M${i * 150 - 40} 900 L${i * 140 + 40} 816`, '#53311C', 4, 0.6))}<ellipse cx="1160" cy="862" rx="380" ry="36" fill="${brick}"/><ellipse cx="1160" cy="862" rx="330" ry="26" fill="none" stroke="${ochre}" stroke-width="6"/>${at(1150, 690, 1, chair)}${at(860, 830, 0.96, books)}${dial(930, 250)}`;
  const defs = `${gradient('frost', '0 #2A3B63, 0.7 #5C7A9A, 1 #9DB6C6')}${radial('glow', '0 #FFF0C4 0.85, 0.5 #F6D68A 0.3, 1 #F6D68A 0')}`;
  return sheet(`0 #C98F4A, 1 #D9A865`, defs, scene);
}

export function drawBalloons(): string {
  const random = createRandom(157);
  const tag = (
    color: string,
    r: number,
  ) => `${shape(`M0 ${-r} C${r * 1.1} ${-r} ${r * 1.06} ${r * 0.4} 0 ${r * 1.16} C${-r * 1.06} ${r * 0.4} ${-r * 1.1} ${-r} 0 ${-r}z`, color)}${shape(`M${-r * 0.62} ${-r * 0.3} Q${-r * 0.56} ${-r * 0.8} ${-r * 0.14} ${-r * 0.84} Q${-r * 0.5} ${-r * 0.6} ${-r * 0.48} ${-r * 0.24}z`, paper, 0.55)}${shape(`M-9 ${r * 1.26} L0 ${r * 1.1} L9 ${r * 1.26}z`, color)}
${line(`M${-r * 0.16} ${r * 0.46} V${-r * 0.46} h${r * 0.26} q${r * 0.28} 0 ${r * 0.28} ${r * 0.26} q0 ${r * 0.26} ${-r * 0.28} ${r * 0.26} h${-r * 0.4} M${-r * 0.3} ${r * 0.26} h${r * 0.42}`, color === paper ? brick : paper, r * 0.11)}`;
  const flown = (x: number, y: number, r: number, color: string, drop: number, load: string, lean: number) =>
    at(
      x,
      y,
      1,
      `${line(`M0 ${r * 1.2} Q${lean * 3} ${r * 1.2 + drop / 2} 0 ${r * 1.2 + drop}`, ink, 3)}${tag(color, r)}${at(0, r * 1.2 + drop, 1, load, lean)}`,
    );
  const milk = `${shape('M-34 24 L-34 160 Q-34 170 -24 170 H24 Q34 170 34 160 V24 L18 0 H-18z', paper)}${shape('M-34 24 L-18 0 H18 L34 24z', '#D5DDD8')}${rect(-34, 70, 68, 58, teal)}${circle(0, 99, 19, paper)}${rect(-12, -12, 24, 16, brick, 3)}`;
  const loaf = `${shape('M-110 60 Q-126 0 -70 -4 H70 Q126 0 110 60 Q108 74 92 74 H-92 Q-108 74 -110 60z', '#B4682B')}${shape('M-110 60 Q-126 0 -70 -4 H70 Q126 0 118 40 Q0 60 -118 40z', '#D9964A')}${repeat(4, (i) => line(`M${-66 + i * 40} 8 q14 12 10 30`, sand, 9))}`;
  const fish = `${shape('M-110 30 Q-40 -26 50 0 Q80 10 92 26 L132 -6 Q122 30 134 66 L92 40 Q40 76 -40 64 Q-90 56 -110 30z', mist)}${shape('M-110 30 Q-20 40 92 34 Q40 76 -40 64 Q-90 56 -110 30z', paper, 0.6)}${circle(-72, 24, 6, ink)}${line('M-48 10 q14 18 2 42', ink, 3.5, 0.6)}${repeat(6, (i) => line(`M${-22 + i * 18} 14 q10 10 0 20`, dusk, 3, 0.6))}`;
  const eggs = `${repeat(4, (i) => `<ellipse cx="${-72 + i * 48}" cy="14" rx="22" ry="28" fill="${i % 2 ? '#E9C9A0' : paper}"/>`)}${shape('M-108 20 H108 L96 66 H-96z', '#8FA0A0')}${repeat(4, (i) => shape(`M${-100 + i * 52} 20 q24 34 48 0z`, '#7C8E8E'))}`;
  const cheese = `${shape('M-90 70 L60 -10 Q100 10 100 40 V70z', '#EBC05A')}${shape('M-90 70 L60 -10 Q88 2 96 24 L-40 70z', '#F6D68A')}${circle(10, 46, 12, '#CF9A34')}${circle(54, 30, 9, '#CF9A34')}${circle(66, 56, 10, '#CF9A34')}`;
  const pear = `${shape('M0 0 C22 10 18 44 34 66 C52 100 30 128 0 128 C-30 128 -52 100 -34 66 C-18 44 -22 10 0 0z', '#A9A84A')}${shape('M0 0 C22 10 18 44 34 66 C52 100 30 128 0 128 C26 100 14 40 0 0z', ink, 0.12)}${line('M0 4 q2 -16 10 -22', wood, 5)}`;
  const roof = (x: number, w: number, tall: number, wall: string, top: string) => {
    const windows = repeat(Math.floor(w / 62) * 2, (i) =>
      rect(
        x + 20 + (i % Math.floor(w / 62)) * 60,
        900 - tall + 34 + Math.floor(i / Math.floor(w / 62)) * 74,
        28,
        40,
        random() < 0.45 ? '#F6D68A' : dusk,
        3,
      ),
    );
    return `${rect(x, 900 - tall, w, tall, wall)}${shape(`M${x - 18} ${902 - tall} L${x + w / 2} ${820 - tall} L${x + w + 18} ${902 - tall}z`, top)}${rect(x + w * 0.68, 826 - tall, 24, 50, top)}${windows}`;
  };
  const town = `${roof(-60, 240, 170, '#C98A5A', rust)}${roof(180, 200, 120, paper, teal)}${roof(980, 220, 130, sand, rust)}${roof(1200, 190, 190, '#C9683A', dusk)}${roof(1390, 250, 140, paper, brick)}`;
  const man = `${shape('M-70 0 L-58 -170 Q0 -232 56 -170 L70 0z', teal)}${line('M36 -160 L92 -250', teal, 32)}${circle(96, -260, 18, skin)}${line('M-40 -160 L-84 -90 L-60 -40', teal, 30)}${circle(0, -236, 46, skin)}${shape('M-48 -240 Q-44 -294 8 -288 Q54 -280 46 -232 Q20 -262 -24 -256 Q-38 -250 -40 -226z', '#4A2F20')}${circle(18, -242, 5, ink)}${line('M10 -212 q14 6 24 -4', ink, 4)}`;
  const trolley = `<path d="M-170 -150 h32 l44 150 h180 M-130 -116 H112 L86 -34 H-104" fill="none" stroke="${ink}" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/>${repeat(6, (i) => line(`M${-96 + i * 34} -114 L${-84 + i * 29} -36`, ink, 4))}${line('M-120 -76 H100', ink, 4)}${circle(-70, 26, 17, ink)}${circle(66, 26, 17, ink)}${circle(-70, 26, 6, mist)}${circle(66, 26, 6, mist)}`;
  const cloud = (x: number, y: number, s: number) =>
    at(
      x,
      y,
      s,
      shape('M-120 0 Q-150 -50 -96 -62 Q-80 -120 -14 -100 Q40 -140 80 -84 Q140 -84 130 0z', paper, 0.75),
    );
  const scene = `${cloud(200, 230, 1)}${cloud(1440, 330, 1.2)}${cloud(1000, 140, 0.7)}${cloud(60, 520, 0.8)}${town}${rect(380, 850, 600, 50, '#7A6A58')}${rect(370, 842, 620, 12, '#9A8870')}
${flown(330, 190, 82, brick, 96, loaf, -7)}${flown(548, 116, 70, teal, 92, eggs, 5)}${flown(930, 236, 92, ochre, 84, milk, -6)}${flown(1190, 108, 74, '#C9683A', 104, fish, 8)}${flown(1420, 420, 66, dusk, 70, cheese, -8)}${flown(140, 480, 62, ochre, 70, pear, 8)}
${at(600, 848, 1, man)}${flown(708, 350, 64, brick, 160, '', 0)}${at(826, 818, 1.02, trolley)}`;
  return sheet('0 #86AEB4, 0.55 #DCE2D2, 1 #F3DFB4', '', scene);
}
