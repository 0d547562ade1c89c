import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBlocks, readCommands, runCommands } from '../support/run-page.ts';
import { createTempFolder } from '../support/site-process.ts';

/**
 * Runs the commands of docs/installation.md from the page, on a machine that vanishes: namespaces with layers over the
 * folders of this one. Needs root and the Debian packages nginx, openssl and prometheus.
 */
const page = 'docs/installation.md';
const root = resolve(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => {
  if (process.getuid?.() !== 0) throw new Error('this drill needs root');
  folder = createTempFolder('page');
  mkdirSync(join(folder, 'machine'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The settings of a block of the page that has this one. */
function settingsWith(name: string): string {
  const found = readBlocks(page).find(({ language, text }) => language === 'text' && text.startsWith(name));
  return `cat >> /etc/news-site/environment <<'SETTINGS'\n${found?.text}\nSETTINGS\n`;
}

/** What a reader does between the commands, as the page says. */
const between: Array<{ before: RegExp; run: string }> = [
  {
    before: /^cd \/opt\/news-site && npm install/m,
    // The packages of this checkout, so that nothing is downloaded.
    run: `mkdir -p /opt/news-site/node_modules "$SCRATCH/packages" "$SCRATCH/packages.work"
mount --types overlay --options "lowerdir=$REPOSITORY/node_modules,upperdir=$SCRATCH/packages,workdir=$SCRATCH/packages.work" overlay /opt/news-site/node_modules\n`,
  },
  { before: /^systemctl daemon-reload/m, run: settingsWith('PUBLIC_URL=https://news.example\nTRUST_PROXY') },
  {
    before: /^rm \/etc\/nginx\/sites-enabled/m,
    run: `mkdir -p /etc/letsencrypt/live/YOUR.HOST
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=YOUR.HOST \\
  -keyout /etc/letsencrypt/live/YOUR.HOST/privkey.pem -out /etc/letsencrypt/live/YOUR.HOST/fullchain.pem 2>/dev/null\n`,
  },
  {
    before: /^systemctl restart news-site/m,
    run: `${settingsWith('BACKUP_TARGET')}install -d -m 0700 -o news-site /var/backups/news-site\n`,
  },
  {
    before: /^install -d -m 0700 -o news-site -g/m,
    run: 'stop_site\nrm -r /var/lib/news-site /run/news-site\n',
  },
];

it('leads from an empty machine to a site with backups, and back from a lost disk', async () => {
  // Another drill runs this one, as the user of PostgreSQL.
  const commands = readCommands(page).filter((block) => !block.includes('create-database'));
  const used = new Set<RegExp>();
  const blocks = commands.map((block) =>
    between.reduce((text, { before, run }) => {
      if (!before.test(text)) return text;
      used.add(before);
      return text.replace(before, (found) => run + found);
    }, block),
  );
  expect(used.size).toBe(between.length);
  const output = await runCommands(
    ['. "$REPOSITORY/tests/support/bare-machine.sh"', ...blocks, 'stop_site'],
    {
      replacements: {
        ADDRESS: root,
        // A bucket needs another machine; `npm run drill:operations` has one.
        's3://news-backups/site': '/var/backups/news-site',
      },
      env: {
        REPOSITORY: root,
        SCRATCH: join(folder, 'machine'),
        npm_config_offline: 'true',
        npm_config_audit: 'false',
      },
      program: [
        'unshare',
        '--mount',
        '--net',
        '--pid',
        '--fork',
        '--kill-child',
        '--mount-proc',
        '--propagation=private',
        'bash',
      ],
    },
  );
  expect(output).toContain('Сайт восстановлен');
  expect(output.match(/почтовый сервер/gi)?.length ?? 0).toBeGreaterThan(0);
});
