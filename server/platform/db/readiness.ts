import pg from 'pg';

const probeEveryMs = 1_000;
const probeTimeoutMs = 1_000;
/** So many answers in a row change the verdict: one hiccup takes nobody out of a balancer. */
const answersToChange = 2;

export type ReadinessProbe = { isReady(): boolean; stop(): Promise<void> };

/** Asks the database every second on a connection of its own: the pool may be busy without anything being wrong. */
export function createReadinessProbe(url: string): ReadinessProbe {
  let client: pg.Client | undefined;
  let isReady = true;
  let contrary = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function ask(): Promise<boolean> {
    try {
      client ??= await connect(url);
      await client.query('select 1');
      return true;
    } catch {
      await disconnect();
      return false;
    }
  }

  async function disconnect(): Promise<void> {
    const old = client;
    client = undefined;
    await old?.end().catch(() => undefined);
  }

  async function probe(): Promise<void> {
    const answer = await ask();
    contrary = answer === isReady ? 0 : contrary + 1;
    if (contrary >= answersToChange) {
      isReady = answer;
      contrary = 0;
    }
    if (!isStopped) timer = setTimeout(probe, probeEveryMs).unref();
  }

  void probe();
  return {
    isReady: () => isReady,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await disconnect();
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'news-site readiness',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
