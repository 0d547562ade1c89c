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
  teal,
  width,
} from './pen.ts';

export function drawStage(): string {
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

export function drawBibliobus(): string {
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
