/** How many times more an attack may cost than an ordinary text of the same length. */
const maxRatio = 3;
/** Lower costs are not compared: they are well below the 50 ms that a request may block the event loop. */
const defaultFloorMs = 20;
const maxTries = 5;

type Comparison = {
  work: (text: string) => unknown;
  /** Both create a text of about `length` characters. */
  attack: (length: number) => string;
  ordinary: (length: number) => string;
  length: number;
  floorMs?: number;
};

/**
 * Compares the CPU time of this thread for an attack and for an ordinary text of the same length. Returns undefined if the
 * attack is cheap enough, otherwise a description of its cost. Starts with shorter texts, so that exponential growth is
 * found before it takes minutes. Tries each length several times; one cheap try is enough, so a busy machine does not cause
 * a failure. Rethrows errors of `work`.
 */
export async function findExcessiveCost(comparison: Comparison): Promise<string | undefined> {
  const { work, attack, ordinary, length, floorMs = defaultFloorMs } = comparison;
  for (const partLength of [length / 16, length / 4, length].map(Math.ceil)) {
    const [hostile, plain] = [attack(partLength), ordinary(partLength)];
    let isCheap = false;
    let found = '';
    for (let count = 0; count < maxTries && !isCheap; count += 1) {
      const attackMs = await measureCpuMs(() => work(hostile));
      isCheap = attackMs <= floorMs;
      if (isCheap) break;
      const ordinaryMs = await measureCpuMs(() => work(plain));
      isCheap = attackMs <= maxRatio * ordinaryMs;
      found = `${Math.round(attackMs)} ms, ordinary ${Math.round(ordinaryMs)} ms, at ${partLength} characters`;
    }
    if (!isCheap) return found;
  }
  return undefined;
}

async function measureCpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
