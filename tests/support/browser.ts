import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';

const root = resolve(import.meta.dirname, '../..');
const packed = resolve(root, 'node_modules/@sparticuz/chromium/bin');
/** Unpacked once for each checkout: a shared temporary folder could belong to another user. */
const unpacked = resolve(root, 'node_modules/.cache/chromium');

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

/** A browser that came with npm, with the libraries it needs: nothing has to be installed on the machine. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await unpack();
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: resolve(unpacked, 'al2023/lib'),
    FONTCONFIG_PATH: resolve(unpacked, 'fonts'),
  };
  return driver.launch({ executablePath, args: launchArguments, env: env as Record<string, string> });
}

/** The package unpacks into the temporary folder of its process; for that moment it is ours. */
async function unpack(): Promise<string> {
  const { TMPDIR } = process.env;
  await mkdir(unpacked, { recursive: true });
  process.env.TMPDIR = unpacked;
  try {
    await inflate(resolve(packed, 'al2023.tar.br'));
    return await chromium.executablePath(packed);
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
