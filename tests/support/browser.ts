import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as driver,
} from 'playwright-core';
import { waitLimitMs } from './hang-limit.ts';
import { countRequests } from './idle.ts';

const root = resolve(import.meta.dirname, '../..');
const packageFolder = resolve(root, 'node_modules/@sparticuz/chromium/bin');
/** One copy for each checkout: a shared temporary folder could belong to another user. */
const unpackedFolder = resolve(root, 'node_modules/.cache/chromium');

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/** The browser from an npm package, with its libraries and fonts, so that nothing has to be installed. */
export async function browserProgram(): Promise<{
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}> {
  if (!existsSync(unpackedFolder)) await unpack();
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: resolve(unpackedFolder, 'al2023/lib'),
    FONTCONFIG_FILE: resolve(import.meta.dirname, 'fonts.conf'),
    XDG_CACHE_HOME: unpackedFolder,
  };
  const executablePath = resolve(unpackedFolder, 'chromium');
  return { executablePath, args: launchArguments, env: env as Record<string, string> };
}

type LaunchOptions = {
  /** Without it no page can register the service worker of the site, which would act on the pages after it. */
  withServiceWorkers?: boolean;
};

export async function launchBrowser({ withServiceWorkers = false }: LaunchOptions = {}): Promise<Browser> {
  const browser = await driver.launch(await browserProgram());
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext({ serviceWorkers: withServiceWorkers ? 'allow' : 'block', ...options });
    context.setDefaultTimeout(waitLimitMs);
    countRequests(context);
    await context.addInitScript(lengthenLimits, limitFactor);
    return context;
  };
  return browser;
}

let shared: Promise<Browser> | undefined;

/** The browser of this process, which ends with it; `close` closes the contexts that the caller has opened. */
export async function openBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  const browser = await shared;
  const contexts = new Set<BrowserContext>();
  return Object.assign(Object.create(browser) as Browser, {
    async newContext(options?: BrowserContextOptions) {
      const context = await browser.newContext(options);
      contexts.add(context.on('close', () => contexts.delete(context)));
      return context;
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  });
}

const limitFactor = 20;

/**
 * The time limits of the pages themselves, those of requests and of messages that disappear, must not end while a
 * busy machine works. Shorter timers are delays that tests wait for.
 */
function lengthenLimits(factor: number): void {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms * factor);
  const start = window.setTimeout;
  const longest = 2 ** 31 - 1;
  const lengthen = (ms = 0) => (ms >= 5_000 ? Math.min(ms * factor, longest) : ms);
  window.setTimeout = ((work: TimerHandler, ms?: number, ...rest: unknown[]) =>
    start(work, lengthen(ms), ...rest)) as typeof window.setTimeout;
}

/**
 * The package unpacks into the temporary folder of the process, which is changed for this call. The folder is renamed when
 * it is complete, so that the result of an interrupted run is never used.
 */
async function unpack(): Promise<void> {
  await mkdir(dirname(unpackedFolder), { recursive: true });
  const unfinished = await mkdtemp(`${unpackedFolder}-`);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = unfinished;
  try {
    await inflate(resolve(packageFolder, 'al2023.tar.br'));
    await chromium.executablePath(packageFolder);
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  await rename(unfinished, unpackedFolder).catch((error: NodeJS.ErrnoException) => {
    // Another process has finished first; its copy is used.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    return rm(unfinished, { recursive: true, force: true });
  });
}
