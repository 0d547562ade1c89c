import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTempFolder, findFreePort, waitUntilReady } from '../support/site-process.ts';

/**
 * Builds the image of the Dockerfile with buildah on a base image made of Debian packages and the Node.js of this
 * project, and runs it as a container engine would: an ordinary user without capabilities, a read-only root, process 1.
 * Needs root and the Debian packages buildah, crun and debootstrap.
 */
const root = resolve(import.meta.dirname, '../..');
const userId = 1000;
const image = 'localhost/news-site:drill';
let folder: string;
let env: NodeJS.ProcessEnv;
let imageRoot: string;
let container: ChildProcess | undefined;

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();

/** The image that the Dockerfile names: Debian with Node.js, npm and a user. */
function createBaseImage(name: string): void {
  const base = join(folder, 'base');
  run('debootstrap', '--variant=minbase', 'bookworm', base);
  run('chroot', base, 'useradd', '--uid', String(userId), '--create-home', 'node');
  cpSync(process.execPath, join(base, 'usr/local/bin/node'));
  const npm = resolve(run('readlink', '-f', run('sh', '-c', 'command -v npm')), '../..');
  cpSync(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'));
  const id = run('buildah', 'from', 'scratch');
  run('buildah', 'copy', '--quiet', id, base, '/');
  run('buildah', 'config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', id);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) {
    run('buildah', 'copy', '--quiet', id, certificates, '/etc/extra-certificates.pem');
    run('buildah', 'config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/extra-certificates.pem', id);
  }
  run('buildah', 'commit', '--quiet', id, name);
  run('buildah', 'rm', id);
}

beforeAll(() => {
  if (process.getuid?.() !== 0) throw new Error('this drill needs root');
  folder = createTempFolder('image');
  const storage = join(folder, 'storage.conf');
  const [state, layers] = [join(folder, 'state'), join(folder, 'layers')];
  writeFileSync(storage, `[storage]\ndriver = "vfs"\nrunroot = "${state}"\ngraphroot = "${layers}"\n`);
  env = { ...process.env, BUILDAH_ISOLATION: 'chroot', CONTAINERS_STORAGE_CONF: storage };
  const version = /^ARG NODE_VERSION=(.*)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1];
  createBaseImage(`docker.io/library/node:${version}-bookworm-slim`);
  run('buildah', 'build', '--pull=never', '--network=host', '--format=docker', '-t', image, '.');
  imageRoot = run('buildah', 'mount', run('buildah', 'from', '--pull=never', image));
});
afterAll(() => {
  container?.kill('SIGKILL');
  // The layers have hundreds of thousands of files.
  execFileSync('rm', ['-rf', folder]);
});

type ImageConfig = { User: string; Env: string[]; Cmd: string[]; Healthcheck: { Test: string[] } };

/** Starts the command of the image in namespaces of its own. */
function startContainer(
  { Env, Cmd }: ImageConfig,
  settings: Record<string, string>,
  data: string,
): ChildProcess {
  const mounts = [
    `mount --bind ${imageRoot} ${imageRoot}`,
    `mount --rbind /dev ${imageRoot}/dev`,
    `mount -t proc proc ${imageRoot}/proc`,
    `mount -t tmpfs tmpfs ${imageRoot}/tmp`,
    `mount --bind ${data} ${imageRoot}/data`,
    `mount -o remount,bind,ro ${imageRoot}`,
  ].join(' && ');
  const variables = [...Env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
  const user = ['--reuid', String(userId), '--regid', String(userId), '--clear-groups'];
  const limits = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const command = [
    'chroot',
    imageRoot,
    'setpriv',
    ...user,
    ...limits,
    'env',
    '-C',
    '/app',
    '-i',
    ...variables,
    ...Cmd,
  ];
  const script = `${mounts} && exec "$@"`;
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--propagation=private'];
  return spawn('unshare', [...namespaces, 'sh', '-c', script, 'sh', ...command], { stdio: 'inherit' });
}

it('builds the image and runs it as an ordinary user on a read-only root', async () => {
  const { Docker } = JSON.parse(run('buildah', 'inspect', '--type', 'image', image));
  const config: ImageConfig = Docker.config;
  expect([config.User, existsSync(join(imageRoot, 'app/tests'))]).toEqual(['node', false]);
  const data = join(folder, 'data');
  mkdirSync(data);
  chownSync(data, userId, userId);
  const port = await findFreePort();
  container = startContainer(config, { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }, data);
  await waitUntilReady(port);
  expect((await fetch(`http://localhost:${port}/`)).status).toBe(200);
  const [first = 0] = run('pgrep', '-P', String(container.pid)).split('\n').map(Number);
  const inside = ['--target', String(first), '--mount', '--pid', '--root'];
  const user = ['--setuid', String(userId), '--setgid', String(userId)];
  const enter = (...command: string[]) =>
    run('nsenter', ...inside, ...user, 'env', '-C', '/app', '-i', ...config.Env, `PORT=${port}`, ...command);
  enter(...config.Healthcheck.Test.slice(1));
  expect(() => enter('touch', '/app/written')).toThrow();
  expect(enter('node', 'scripts/doctor.ts')).toContain('Всё в порядке');
  expect(JSON.parse(enter('npm', 'run', 'doctor', '--silent', '--', '--json'))).toHaveLength(12);
  process.kill(first, 'SIGTERM');
  await once(container, 'exit');
  expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false);
  container = undefined;
});
