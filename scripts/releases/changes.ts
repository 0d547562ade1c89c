/** What a release changes in the files of the project: pure functions of their text. */
const versionPattern = /^\d+\.\d+\.\d+$/;

/** Whether `next` is a version above `current`. */
export function isLaterVersion(next: string, current: string): boolean {
  if (!versionPattern.test(next)) return false;
  const [left, right] = [next, current].map((version) => version.split('.').map(Number));
  for (const [index, part] of (left ?? []).entries())
    if (part !== right?.[index]) return part > (right?.[index] ?? 0);
  return false;
}

/** The entries of the coming release; empty if there are none. */
export function unreleasedChanges(changelog: string): string {
  return /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|(?![\s\S]))/m.exec(changelog)?.[1]?.trim() ?? '';
}

/** Gives the unreleased entries a version and a day, and opens the next section. */
export const closeChangelog = (changelog: string, version: string, day: string): string =>
  changelog.replace('## [Unreleased]\n', () => `## [Unreleased]\n\n## [${version}] - ${day}\n`);

/** Replaces the version in package.json and in the two places of package-lock.json. */
export function changePackageVersion(text: string, version: string): string {
  const parsed = JSON.parse(text) as { version: string; packages?: Record<string, { version?: string }> };
  parsed.version = version;
  const root = parsed.packages?.[''];
  if (root) root.version = version;
  return `${JSON.stringify(parsed, null, 2)}\n`;
}

export const changeImageTag = (text: string, version: string): string =>
  text.replaceAll(/\bnews-site:\d+\.\d+\.\d+/g, `news-site:${version}`);

type Bom = { serialNumber?: string; metadata: { timestamp?: string; component: { name: string } } };

/** A bill of materials that is the same for the same packages: the clock, a random number and the folder are left out. */
export function normalizeBom(text: string, { time, serial }: { time: string; serial: string }): string {
  const bom = JSON.parse(text) as Bom;
  bom.serialNumber = `urn:uuid:${serial}`;
  bom.metadata.timestamp = time;
  bom.metadata.component.name = 'news-site';
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** A UUID (version 8) of the first bytes of a hash in hexadecimal digits. */
export function uuidOf(hash: string): string {
  const variant = (8 + (Number.parseInt(hash[16] ?? '0', 16) % 4)).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
