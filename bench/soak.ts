// npm run soak -- [--minutes 30] [--readers 50] [--posts 2000]
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { accessTokenTtlSeconds } from '#server/features/accounts/access-token.ts';
import { joinEmbeddedPostgres } from '#server/platform/db/embedded/join-embedded-postgres.ts';
import { withDataFolder } from './bench-site.ts';
import { type Dataset, readDataset } from './dataset.ts';
import { freePort, startSite } from './processes.ts';
import { type Attack, attacks } from './soak/attacks.ts';
import { type Account, createClient, logIn, openAccount } from './soak/http.ts';
import { type Outcome, runReaders } from './soak/readers.ts';
import { type Attempts, formatProgress, printSummary } from './soak/report.ts';

/**
 * Runs readers and attackers together against a site with its default limits. Fails when less than 99 % of the readers'
 * requests succeed or when memory keeps growing. Each attacker and each group of readers has its own loopback address,
 * which requires Linux.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    readers: { type: 'string', default: '50' },
    posts: { type: 'string', default: '2000' },
  },
});
const sampleEveryMs = 10_000;
/** Leaves three minutes for the requests that use a token just before it is replaced. */
const accessLifetimeMs = (accessTokenTtlSeconds - 3 * 60) * 1_000;

const minutes = Number(values.minutes);
let hasPassed = false;
await withDataFolder({ folder: undefined, posts: Number(values.posts) }, async (dataDir) => {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const site = await startSite({
    dataDir,
    port,
    env: { HOST: '127.0.0.1', RATE_LIMIT_FACTOR: '1', METRICS_PORT: String(metricsPort) },
  });
  try {
    const urls = await joinEmbeddedPostgres(dataDir);
    if (!urls) throw new Error(`no database runs in ${dataDir}`);
    hasPassed = await soak(port, metricsPort, await readDataset(urls.appUrl));
  } finally {
    await site.stop();
  }
});
process.exitCode = hasPassed ? 0 : 1;

async function soak(port: number, metricsPort: number, dataset: Dataset): Promise<boolean> {
  const end = new AbortController();
  const outcomes: Outcome[] = [];
  const attempts = new Map() as Attempts;
  const megabytes: number[] = [];
  const readers = runReaders(
    { port, dataset, count: Number(values.readers), signal: end.signal },
    (outcome) => outcomes.push(outcome),
  );
  const attackers = attacks.flatMap((attack, kind) =>
    Array.from({ length: attack.addresses }, (_, index) =>
      runAttack(end.signal, port, dataset, attack, `127.0.${2 + kind}.${index + 1}`, attempts),
    ),
  );
  const deadline = Date.now() + minutes * 60_000;
  while (Date.now() < deadline) {
    await sleep(Math.min(sampleEveryMs, Math.max(0, deadline - Date.now())));
    const memory = await memoryMb(metricsPort);
    if (memory !== undefined) megabytes.push(memory);
    console.log(formatProgress(outcomes, megabytes));
  }
  end.abort();
  await Promise.all([readers, ...attackers]);
  return printSummary(outcomes, attempts, megabytes);
}

async function runAttack(
  signal: AbortSignal,
  port: number,
  dataset: Dataset,
  attack: Attack,
  address: string,
  attempts: Attempts,
): Promise<void> {
  const client = createClient(port, address);
  const sockets = new Set<ReturnType<typeof client.socket>>();
  const name = `attacker-${address.replaceAll('.', '-')}`;
  let account: Account | undefined;
  let renewAt = Date.now() + accessLifetimeMs;
  const counts = attempts.get(attack.name) ?? new Map<number, number>();
  attempts.set(attack.name, counts);
  // The attempts of several addresses are spread over the interval.
  await sleep(Math.random() * attack.intervalMs, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    if (attack.needsAccount) account ??= await openAccount(client, name);
    if (account && Date.now() > renewAt) {
      account = { ...account, access: (await logIn(client, account)) ?? account.access };
      renewAt = Date.now() + accessLifetimeMs;
    }
    const status = await attack.attempt({ client, account, dataset, sockets });
    counts.set(status, (counts.get(status) ?? 0) + 1);
    await sleep(attack.intervalMs, undefined, { signal }).catch(() => undefined);
  }
  for (const socket of sockets) socket.destroy();
  client.close();
}

/** Resident memory of the server process in megabytes, from its metrics; undefined when it does not respond. */
async function memoryMb(port: number): Promise<number | undefined> {
  const text = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(5_000) })
    .then((response) => response.text())
    .catch(() => '');
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(text)?.[1];
  return bytes === undefined ? undefined : Math.round(Number(bytes) / 2 ** 20);
}
