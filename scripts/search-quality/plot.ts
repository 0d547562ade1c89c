import type { HalfReport } from './report.ts';

const [width, height] = [960, 400];
const frame = { left: 48, right: 24, top: 56, bottom: 48 };
const colours = ['#8c959f', '#9a6700', '#8250df', '#0a7ea4', '#1a7f37'];
const ticks = [0, 0.25, 0.5, 0.75, 1];

/** A bar for the recall of each engine in each class. */
export function qualityPlot({ half, scores }: HalfReport): string {
  const [first] = scores.values();
  const classes = [...(first?.classes ?? [])].filter(([, { recall }]) => recall !== undefined);
  const names = [...scores.keys()];
  const groupWidth = (width - frame.left - frame.right) / (classes.length + 1);
  const barWidth = (groupWidth * 0.8) / Math.max(1, names.length);
  const y = (value: number) => height - frame.bottom - value * (height - frame.top - frame.bottom);
  const groups = [
    ...classes.map(([name]) => ({
      name,
      recallOf: (engine: string) => scores.get(engine)?.classes.get(name)?.recall,
    })),
    { name: 'all', recallOf: (engine: string) => scores.get(engine)?.total.recall },
  ];
  const bars = groups.flatMap(({ name, recallOf }, group) => {
    const left = frame.left + group * groupWidth + groupWidth * 0.1;
    const label = `<text x="${round(left + groupWidth * 0.4)}" y="${height - frame.bottom + 18}" text-anchor="middle">${name}</text>`;
    const rectangles = names.map((engine, index) => {
      const recall = recallOf(engine) ?? 0;
      return `<rect x="${round(left + index * barWidth)}" y="${round(y(recall))}" width="${round(barWidth - 1)}" height="${round(y(0) - y(recall))}" fill="${colours[index % colours.length]}"><title>${engine}, ${name}: ${recall.toFixed(2)}</title></rect>`;
    });
    return [...rectangles, label];
  });
  const lines = ticks.map(
    (value) =>
      `<line x1="${frame.left}" x2="${width - frame.right}" y1="${y(value)}" y2="${y(value)}" stroke="#d0d7de"/>\n<text x="${frame.left - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const legend = names.map(
    (engine, index) =>
      `<rect x="${frame.left + index * 120}" y="18" width="10" height="10" fill="${colours[index % colours.length]}"/>\n<text x="${frame.left + 16 + index * 120}" y="27">${engine}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">
<title>Recall of the first ten results by class of query, ${half} half</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${[...lines, ...bars, ...legend].join('\n')}
</svg>
`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
