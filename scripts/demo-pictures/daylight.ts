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
  rect,
  repeat,
  rust,
  sand,
  shape,
  sheet,
  teal,
  tree,
  width,
} from './pen.ts';

function wheatEar(lean: number): string {
  const seed = `${shape('M0 24 C-18 6 -13 -20 0 -34 C13 -20 18 6 0 24z', ochre)}${line('M0 -34 V-104', '#C58C2C', 2.5)}`;
  const grain = (side: number, i: number) => at(side * 15, -380 - i * 38, 1, seed, side * (26 - i));
  return `<g transform="rotate(${lean})">${line('M0 0 V-600', '#A97C2B', 7)}${repeat(6, (i) => `${grain(-1, i)}${grain(1, i)}`)}
${shape('M0 -590 C-15 -610 -11 -640 0 -660 C11 -640 15 -610 0 -590z', ochre)}
${shape('M0 -150 C-70 -210 -90 -290 -84 -350 C-50 -300 -14 -250 0 -190z', teal, 0.85)}</g>`;
}

export function drawBread(): string {
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

export function drawRiver(): string {
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

export function drawCloud(): string {
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
