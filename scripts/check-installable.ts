// `npm run check:installable` asks Chromium whether a demo site can be installed. The browser of the tests is a headless shell
// without this check; Debian's Chromium has it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startDemoSite } from './demo-site.ts';

const program = '/usr/bin/chromium';
/** A site with an empty manifest: the check must object to it. */
const control = createServer((request, response) => {
  const isManifest = request.url === '/manifest.json';
  response.setHeader('content-type', isManifest ? 'application/json' : 'text/html');
  response.end(isManifest ? '{}' : '<!doctype html><link rel="manifest" href="/manifest.json">');
});

if (spawnSync(program, ['--version']).error) {
  console.log('skipped: chromium is not installed (Debian: apt-get install chromium)');
  process.exit(0);
}

const profile = mkdtempSync(join(tmpdir(), 'news-site-installable-'));
const site = await startDemoSite();
try {
  // An incognito context cannot install anything, so the profile is a folder.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: program,
    // Playwright's own headless mode leaves the check out.
    headless: false,
    args: ['--no-sandbox', '--headless=new'],
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  async function listErrors(url: string): Promise<string[]> {
    await page.goto(url, { waitUntil: 'networkidle' });
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    return installabilityErrors.map(({ errorId }) => errorId);
  }
  await new Promise<void>((done) => control.listen(0, 'localhost', done));
  const { port } = control.address() as AddressInfo;
  const [errors, controlErrors] = [
    await listErrors(site.origin),
    await listErrors(`http://localhost:${port}`),
  ];
  await context.close();
  console.log(`site: ${errors.length === 0 ? 'installable' : errors.join(', ')}`);
  console.log(`empty manifest: ${controlErrors.join(', ') || 'NO OBJECTION'}`);
  process.exitCode = errors.length === 0 && controlErrors.length > 0 ? 0 : 1;
} finally {
  control.close();
  await site.stop();
  rmSync(profile, { recursive: true, force: true });
}
