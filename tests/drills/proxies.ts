import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort } from '../support/site-process.ts';

export const host = 'news.example';
const deployFolder = resolve(import.meta.dirname, '../../deploy');

export type FrontServer = {
  name: string;
  httpPort: number;
  httpsPort: number;
  /** What it has written to its access log. */
  readLog(): string;
  stop(): Promise<void>;
};

/** A certificate for the host that signs itself: the file of the certificate and the file of its key. */
export function createCertificate(folder: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const names = `subjectAltName=DNS:${host}`;
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
    ].concat(['-subj', `/CN=${host}`, '-addext', names, '-out', cert, '-keyout', key]),
    { stdio: 'ignore' },
  );
  return { cert, key };
}

type Launch = { folder: string; sitePort: number; cert: string; key: string };

/** Replaces texts of a configuration; each must occur. */
function replaceAll(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the configuration lacks ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

/** Caddy with deploy/Caddyfile: only the ports and the certificate are replaced. */
export async function startCaddy({ folder, sitePort, cert, key }: Launch): Promise<FrontServer> {
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
  const config = join(folder, 'Caddyfile');
  const text = readFileSync(join(deployFolder, 'Caddyfile'), 'utf8');
  writeFileSync(
    config,
    replaceAll(text, {
      '\tauto_https disable_redirects\n': `\tauto_https disable_redirects\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n`,
      'https://{$SITE_HOST} {': `https://{$SITE_HOST} {\n\ttls ${cert} ${key}`,
    }),
  );
  const env = { ...process.env, SITE_HOST: host, UPSTREAM: `127.0.0.1:${sitePort}` };
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    env: { ...env, ...home },
  });
  return watch('caddy', child, { httpPort, httpsPort });
}

/** nginx with deploy/nginx.conf: the ports, the host, the paths of the certificate, of the log and of the cache. */
export async function startNginx({ folder, sitePort, cert, key }: Launch): Promise<FrontServer> {
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
  const log = join(folder, 'access.log');
  const site = replaceAll(readFileSync(join(deployFolder, 'nginx.conf'), 'utf8'), {
    'listen 80': `listen 127.0.0.1:${httpPort}`,
    '    listen [::]:80 default_server;\n': '',
    '    listen [::]:80;\n': '',
    'listen 443 ssl': `listen 127.0.0.1:${httpsPort} ssl`,
    '    listen [::]:443 ssl default_server;\n': '',
    '    listen [::]:443 ssl http2;\n': '',
    'server 127.0.0.1:8000;': `server 127.0.0.1:${sitePort};`,
    '/etc/letsencrypt/live/news.example/fullchain.pem': cert,
    '/etc/letsencrypt/live/news.example/privkey.pem': key,
    '/var/log/nginx/news-site.log': log,
    '/var/cache/nginx/news-site': join(folder, 'cache'),
  });
  mkdirSync(join(folder, 'temporary'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, 'temporary', kind)};`)
    .join('\n');
  const main = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr warn;
events {} http { default_type application/octet-stream; ${temporary}\n${site}\n}`;
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, main);
  execFileSync('nginx', ['-t', '-q', '-c', config, '-g', 'user root;']);
  const child = spawn('nginx', ['-c', config, '-g', 'user root;']);
  return { ...watch('nginx', child, { httpPort, httpsPort }), readLog: () => readFileSync(log, 'utf8') };
}

function watch(
  name: string,
  child: ChildProcess,
  ports: { httpPort: number; httpsPort: number },
): FrontServer {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const exit = once(child, 'exit');
  return {
    name,
    ...ports,
    readLog: () => output,
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
