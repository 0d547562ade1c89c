import { type BenchSite, withBenchSite } from './bench-site.ts';
import { type Load, median, type Run, runLoad } from './measure.ts';
import { type MeasuredProcess, startBaseline } from './processes.ts';
import type { Scenario } from './scenarios.ts';

/**
 * CPU time of the site divided by the CPU time of the baseline: the median of the runs, with the smallest and the
 * largest.
 */
export type Ratio = { median: number; min: number; max: number };
export type Comparison = {
  name: string;
  posts: number;
  site: Run;
  baseline: Run | undefined;
  ratio: Ratio;
  budget: number | undefined;
  memoryMb: number;
};

const warmUpSeconds = 2;
const defaultConnections = 10;

/** Alternates the runs of a scenario and of its baseline, so that a disturbance of the machine affects both. */
export async function compare(
  dataDir: string,
  scenarios: Scenario[],
  options: { runs: number; seconds: number },
): Promise<Comparison[]> {
  const results: Comparison[] = [];
  for (const isCached of [true, false]) {
    const chosen = scenarios.filter((scenario) => scenario.isCached === isCached);
    if (chosen.length === 0) continue;
    await withBenchSite(dataDir, { isCached }, async (benchSite) => {
      for (const scenario of chosen) {
        const result = await compareOne(scenario, benchSite, options);
        console.log(formatComparison(result));
        results.push(result);
      }
    });
  }
  return results;
}

async function compareOne(
  scenario: Scenario,
  benchSite: BenchSite,
  { runs, seconds }: { runs: number; seconds: number },
): Promise<Comparison> {
  const { site, dataset } = benchSite;
  const { connections = defaultConnections } = scenario;
  const siteLoad = scenario.load(benchSite);
  const baseline = scenario.baseline && (await startBaseline(await scenario.baseline(benchSite)));
  const measure = (server: MeasuredProcess, what: Load) => runLoad(server, what, { seconds, connections });
  try {
    await runLoad(site, siteLoad, { seconds: warmUpSeconds, connections });
    if (baseline) await runLoad(baseline, { path: '/' }, { seconds: warmUpSeconds, connections });
    const siteRuns: Run[] = [];
    const baselineRuns: Run[] = [];
    for (let run = 0; run < runs; run += 1) {
      siteRuns.push(await measure(site, siteLoad));
      if (baseline) baselineRuns.push(await measure(baseline, { path: '/' }));
    }
    const ratios = baselineRuns.map((run, index) => (siteRuns[index] as Run).cpuMicros / run.cpuMicros);
    return {
      name: scenario.name,
      posts: dataset.posts,
      site: medianRun(siteRuns),
      baseline: baseline && medianRun(baselineRuns),
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

function formatComparison({ name, site, ratio, budget }: Comparison): string {
  const times = Number.isNaN(ratio.median)
    ? ''
    : `${ratio.median.toFixed(2)}× (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`;
  const limit = budget === undefined ? '' : ` of ${budget.toFixed(2)}×`;
  const failed = site.failed > 0 ? `, ${site.failed} failed` : '';
  return `${name.padEnd(20)} ${site.cpuMicros.toFixed(0).padStart(7)} µs  ${times}${limit}  p50 ${site.p50Ms} ms, p99 ${site.p99Ms} ms, ${site.perSecond.toFixed(0)}/s${failed}`;
}
