import type { SizeMeasurement } from './growth.ts';

const [width, height] = [720, 420];
const frame = { left: 64, right: 190, top: 24, bottom: 48 };
const colours = ['#1f6feb', '#d1242f', '#1a7f37', '#9a6700', '#8250df', '#bf3989', '#57606a', '#0a7ea4'];

/** Plots latency against the size of the site on logarithmic axes. The goal is a flat line. */
export function growthPlot(sizes: SizeMeasurement[]): string {
  const names = Object.keys(sizes[0]?.p95 ?? {});
  const values = sizes.flatMap(({ p95 }) => Object.values(p95));
  const x = scale(
    Math.min(...sizes.map(({ posts }) => posts)),
    Math.max(...sizes.map(({ posts }) => posts)),
    frame.left,
    width - frame.right,
  );
  const y = scale(Math.min(1, ...values), Math.max(100, ...values), height - frame.bottom, frame.top);
  const lines = names.map((name, index) => {
    const points = sizes.map((size) => `${x(size.posts).toFixed(1)},${y(size.p95[name] ?? 1).toFixed(1)}`);
    const colour = colours[index % colours.length];
    const row = frame.top + 14 + index * 20;
    return `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.join(' ')}"/>
<rect x="${width - frame.right + 16}" y="${row - 9}" width="10" height="10" fill="${colour}"/>
<text x="${width - frame.right + 32}" y="${row}">${name}</text>`;
  });
  const ticks = [1, 10, 100, 1_000].map(
    (
      ms,
    ) => `<line x1="${frame.left}" x2="${width - frame.right}" y1="${y(ms)}" y2="${y(ms)}" stroke="#d0d7de"/>
<text x="${frame.left - 8}" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
  );
  const xLabels = sizes.map(
    ({ posts }) =>
      `<text x="${x(posts)}" y="${height - frame.bottom + 20}" text-anchor="middle">${posts}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>Latency by site size</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${[...ticks.filter((tick) => !/y[12]="-/.test(tick)), ...xLabels, ...lines].join('\n')}
<text x="${(frame.left + width - frame.right) / 2}" y="${height - 8}" text-anchor="middle">published posts; 95th percentile of 100 single requests, response cache off</text>
</svg>
`;
}

function scale(from: number, to: number, start: number, end: number): (value: number) => number {
  const span = Math.log(to) - Math.log(from) || 1;
  return (value) => start + ((Math.log(value) - Math.log(from)) / span) * (end - start);
}
