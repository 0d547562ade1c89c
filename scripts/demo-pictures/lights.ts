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
  stars,
  teal,
  width,
} from './pen.ts';

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

export function drawTram(): string {
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

export function drawKilowatts(): string {
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

export function drawTelescope(): string {
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
