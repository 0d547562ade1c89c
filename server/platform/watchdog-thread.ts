import { writeSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { currentRequestKey, standsStill, type WatchdogData, watchdogCells } from './watchdog.ts';

const profileMs = 1_000;
const maxFrames = 15;

const { cells, tickMs, captureTimeoutMs } = workerData as WatchdogData;
const readHeartbeats = () => Atomics.load(cells, watchdogCells.heartbeats);

const readCpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

let stalled = { heartbeats: readHeartbeats(), ticks: 0, sinceCpuMs: readCpuMs() };
let isKilling = false;
// A debugger that pauses the event loop was connected before and is excluded.
setInterval(() => {
  const heartbeats = readHeartbeats();
  if (heartbeats !== stalled.heartbeats) stalled = { heartbeats, ticks: 0, sinceCpuMs: readCpuMs() };
  else stalled.ticks += 1;
  const stall = { ticks: stalled.ticks, cpuMs: readCpuMs() - stalled.sinceCpuMs };
  if (isKilling || !standsStill(stall) || Atomics.load(cells, watchdogCells.isDebugged) !== 0) return;
  isKilling = true;
  void killProcess(heartbeats).finally(() => {
    isKilling = false;
  });
}, tickMs);

/** A blocked event loop cannot shut down in order: the process is killed. */
async function killProcess(heartbeatsBefore: number): Promise<void> {
  const kill = (details: object) => {
    if (readHeartbeats() !== heartbeatsBefore) return;
    const line = { level: 60, time: new Date().toISOString(), pid: process.pid, ...details };
    // Streams of a thread depend on the blocked event loop, so the line is written directly.
    writeSync(1, `${JSON.stringify({ ...line, msg: 'the event loop stands still; killing the process' })}\n`);
    process.kill(process.pid, 'SIGKILL');
  };
  setTimeout(() => kill({}), captureTimeoutMs);
  kill(await captureActivity().catch((error: Error) => ({ problem: error.message })));
}

/** The inspector interrupts running code, regular expressions included. */
async function captureActivity(): Promise<{ request: unknown; stack: string[] }> {
  const session = new Session();
  session.connectToMainThread();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await sleep(profileMs);
  const { profile } = await session.post('Profiler.stop');
  const expression = `globalThis[Symbol.for(${JSON.stringify(currentRequestKey)})]()`;
  const { result } = await session.post('Runtime.evaluate', { expression });
  session.disconnect();
  return { request: result.value, stack: busiestStack(profile) };
}

/** The call stack that was sampled most often, innermost frame first. */
function busiestStack({ nodes }: Profiler.Profile): string[] {
  const callerOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const frames: string[] = [];
  let node = nodes.toSorted((left, right) => (right.hitCount ?? 0) - (left.hitCount ?? 0))[0];
  while (node && frames.length < maxFrames) {
    const { functionName, url, lineNumber, columnNumber } = node.callFrame;
    frames.push(`${functionName || '(anonymous)'} ${url}:${lineNumber + 1}:${columnNumber + 1}`);
    node = byId.get(callerOf.get(node.id) ?? -1);
  }
  return frames;
}
