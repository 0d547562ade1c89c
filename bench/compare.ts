import { type Load, load, median, type Run } from './measure.ts';
import { type Measured, startBaseline } from './processes.ts';
import type { Scenario } from './scenarios.ts';
import { onStage, type Stage } from './stage.ts';

/**
 * CPU time of the site divided by the CPU time of the baseline: the median of the runs, with the smallest and the
 * largest.
 */
export type Ratio = { median: number; min: number; max: number };
export type Compared = {
  name: string;
  posts: number;
  site: Run;
  baseline: Run | undefined;
  ratio: Ratio;
  budget: number | undefined;
  memoryMb: number;
};

const warmUpSeconds = 2;
const usualConnections = 10;

/** Alternates the runs of a scenario and of its baseline, so that a disturbance of the machine affects both. */
export async function compare(
  dataDir: string,
  scenarios: Scenario[],
  options: { runs: number; seconds: number },
): Promise<Compared[]> {
  const results: Compared[] = [];
  for (const isCached of [true, false]) {
    const chosen = scenarios.filter((scenario) => scenario.isCached === isCached);
    if (chosen.length === 0) continue;
    await onStage(dataDir, { isCached }, async (stage) => {
      for (const scenario of chosen) {
        const result = await compareOne(scenario, stage, options);
        console.log(lineOf(result));
        results.push(result);
      }
    });
  }
  return results;
}

async function compareOne(
  scenario: Scenario,
  stage: Stage,
  { runs, seconds }: { runs: number; seconds: number },
): Promise<Compared> {
  const { site, world } = stage;
  const { connections = usualConnections } = scenario;
  const asked = scenario.load(stage);
  const baseline = scenario.baseline && (await startBaseline(await scenario.baseline(stage)));
  const measure = (server: Measured, what: Load) => load(server, what, { seconds, connections });
  try {
    await load(site, asked, { seconds: warmUpSeconds, connections });
    if (baseline) await load(baseline, { path: '/' }, { seconds: warmUpSeconds, connections });
    const ofSite: Run[] = [];
    const ofBaseline: Run[] = [];
    for (let run = 0; run < runs; run += 1) {
      ofSite.push(await measure(site, asked));
      if (baseline) ofBaseline.push(await measure(baseline, { path: '/' }));
    }
    const ratios = ofBaseline.map((run, index) => (ofSite[index] as Run).cpuMicros / run.cpuMicros);
    return {
      name: scenario.name,
      posts: world.posts,
      site: medianRun(ofSite),
      baseline: baseline && medianRun(ofBaseline),
      ratio: { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
      budget: scenario.budget,
      memoryMb: site.memoryMb(),
    };
  } finally {
    await baseline?.stop();
  }
}

function medianRun(runs: Run[]): Run {
  const of = (field: keyof Run) => median(runs.map((run) => run[field]));
  return {
    cpuMicros: of('cpuMicros'),
    requests: of('requests'),
    perSecond: of('perSecond'),
    p50Ms: of('p50Ms'),
    p97Ms: of('p97Ms'),
    p99Ms: of('p99Ms'),
    failed: Math.max(...runs.map(({ failed }) => failed)),
  };
}

function lineOf({ name, site, ratio, budget }: Compared): string {
  const times = Number.isNaN(ratio.median)
    ? ''
    : `${ratio.median.toFixed(2)}× (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`;
  const bound = budget === undefined ? '' : ` of ${budget.toFixed(2)}×`;
  const failed = site.failed > 0 ? `, ${site.failed} failed` : '';
  return `${name.padEnd(20)} ${site.cpuMicros.toFixed(0).padStart(7)} µs  ${times}${bound}  p50 ${site.p50Ms} ms, p99 ${site.p99Ms} ms, ${site.perSecond.toFixed(0)}/s${failed}`;
}
