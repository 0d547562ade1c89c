import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/** The files of an installation, as far as they can be checked without running them; tests/drills runs them. */
const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');
const { version, dependencies } = JSON.parse(read('package.json'));
const exactTag = /^[\w./-]+:(?=[\w.]*\d+\.\d+)[\w.-]+$/;

describe('Dockerfile', () => {
  const text = read('Dockerfile');

  it('has no mistakes that a linter finds', () => {
    expect(validate(text).map(({ message }) => message)).toEqual([]);
  });

  it('uses the Node.js of the project and ends as an ordinary user with a health check', () => {
    expect(text).toContain(`ARG NODE_VERSION=${dependencies.node}\n`);
    const images = Array.from(text.matchAll(/^FROM (\S+)/gm), ([, image = '']) =>
      image.replace(`\${NODE_VERSION}`, dependencies.node),
    );
    expect(images).toEqual([expect.stringMatching(exactTag), expect.stringMatching(exactTag)]);
    expect(Array.from(text.matchAll(/^USER (\S+)/gm), ([, user]) => user)).toEqual(['node']);
    expect(text).toMatch(/^HEALTHCHECK /m);
  });

  it('copies the sources only: the list of ignored files begins with everything', () => {
    const lines = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(lines[0]).toBe('*');
    for (const secret of ['!.env', '!data', '!.git', '!tests']) expect(lines).not.toContain(secret);
  });
});

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'));

  it('is valid and names every image by its version', () => {
    const check = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile(
      JSON.parse(read('tests/support/compose-spec.json')),
    );
    check(compose);
    expect(check.errors).toBeNull();
    const services = Object.values<{ image: string }>(compose.services);
    for (const { image } of services) expect(image).toMatch(exactTag);
    expect(compose.services.site.image).toBe(`news-site:${version}`);
  });

  it('gives every service a read-only root, a restart policy and no further privileges', () => {
    const services: Array<[string, Record<string, unknown>]> = Object.entries(compose.services);
    expect(services.map(([name]) => name)).toEqual(['site', 'database', 'caddy']);
    for (const [name, service] of services) {
      const safe = { read_only: true, restart: 'unless-stopped', security_opt: ['no-new-privileges:true'] };
      expect([name, service]).toEqual([name, expect.objectContaining(safe)]);
    }
  });

  it('publishes the site to this machine only and trusts the proxies of its network', () => {
    expect(compose.services.site.ports).toEqual(['127.0.0.1:8000:8000']);
    expect(compose.services.database.ports).toBeUndefined();
    const [{ subnet }] = compose.networks.site.ipam.config;
    expect(compose.services.site.environment.TRUST_PROXY).toBe(subnet);
  });
});

describe('proxies', () => {
  it('permit the largest upload and close idle connections before the site does', () => {
    const [caddy, nginx] = [read('deploy/Caddyfile'), read('deploy/nginx.conf')];
    const multipart = Number(
      /multipartLimitBytes = (\d+) \* mebibyte/.exec(read('server/platform/http/body.ts'))?.[1],
    );
    const keptMs = /keepAliveTimeoutMs = ([\d_]+)/.exec(read('server/platform/http/server-limits.ts'))?.[1];
    const keptSeconds = Number(keptMs?.replaceAll('_', '')) / 1000;
    for (const [body, idle] of [
      [/max_size (\d+)MiB/.exec(caddy)?.[1], /keepalive (\d+)s/.exec(caddy)?.[1]],
      [/client_max_body_size (\d+)m;/.exec(nginx)?.[1], /keepalive_timeout (\d+)s;/.exec(nginx)?.[1]],
    ]) {
      expect(Number(body)).toBeGreaterThan(multipart);
      expect(Number(idle)).toBeLessThan(keptSeconds);
    }
  });

  it('serve the file of certbot from the folder that the documentation names', () => {
    const [, folder] = /--webroot-path (\S+)/.exec(read('docs/installation.md')) ?? [];
    expect(read('deploy/nginx.conf')).toContain(`acme-challenge/ {\n        root ${folder};`);
  });

  it('never take the host of a redirect or of the site from a request', () => {
    const withoutComments = ['deploy/Caddyfile', 'deploy/nginx.conf'].map((path) =>
      read(path).replace(/#.*/g, ''),
    );
    for (const text of withoutComments)
      expect(text).not.toMatch(/\$host\b|\$http_host|\{host\}|http\.request\.host/);
    expect(withoutComments[0]).toContain('auto_https disable_redirects');
    expect(withoutComments[1]).not.toContain('$proxy_add_x_forwarded_for');
  });
});

it('every alert rule has an expression, a severity, a meaning and what to do', () => {
  const { groups } = parse(read('deploy/prometheus/alerts.yml'));
  const rules = groups.flatMap((group: { rules: object[] }) => group.rules);
  expect(rules.length).toBeGreaterThan(10);
  for (const rule of rules)
    expect(rule).toEqual(
      expect.objectContaining({
        alert: expect.stringMatching(/^[A-Z]\w+$/),
        expr: expect.stringContaining('job="news-site"'),
        labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
        annotations: { summary: expect.any(String), action: expect.any(String) },
      }),
    );
});

it('every panel of the dashboard has a title, a description and queries', () => {
  const { panels } = JSON.parse(read('deploy/grafana/news-site.json'));
  const ids = new Set(panels.map(({ id }: { id: number }) => id));
  expect(ids.size).toBe(panels.length);
  for (const panel of panels) {
    const required = { title: expect.any(String), description: expect.any(String) };
    expect(panel).toEqual(expect.objectContaining(required));
    for (const { expr, refId } of panel.targets)
      expect([typeof expr, typeof refId]).toEqual(['string', 'string']);
  }
});

it('the documentation says of every file of deploy/ whether a test runs it', () => {
  const page = read('docs/installation.md');
  const deployed = readdirSync(resolve(root, 'deploy'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
  const files = [...deployed, 'Dockerfile', 'compose.yaml'];
  const marks = new Map(
    Array.from(
      page.matchAll(/^\| `([^`]+)` +\|.*\| *(run by a test|checked, not run)/gm),
      ([, file = '', mark]) => [file, mark],
    ),
  );
  for (const file of files) expect([file, marks.get(file)]).toEqual([file, expect.any(String)]);
});
