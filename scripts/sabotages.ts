/** A safety net, how to take it away, and the test that must then fail. */
export type Sabotage = {
  net: string;
  file: string;
  /** What stands in the file exactly once, and what stands there instead without the net. */
  from: string;
  to: string;
  project: 'unit' | 'db' | 'api';
  testFile: string;
  /** Names the test. */
  test: string;
};

const accounts = 'server/features/accounts';
const posts = 'server/features/posts';
const media = 'server/features/media';

export const sabotages: Sabotage[] = [
  {
    net: 'unique index on usernames',
    file: 'db/migrations/0001-accounts.sql',
    from: 'username_key text not null constraint accounts_username_key unique,',
    to: 'username_key text not null,',
    project: 'api',
    testFile: `${accounts}/accounts.api.test.ts`,
    test: 'racing twins by username',
  },
  {
    net: 'signature of access tokens',
    file: `${accounts}/access-token.ts`,
    from: 'await jwtVerify(token, key, options)',
    to: 'await Promise.resolve({ payload: (await import("jose")).decodeJwt(token), protectedHeader: { kid, options } })',
    project: 'api',
    testFile: `${accounts}/accounts.api.test.ts`,
    test: 'forged, unsigned and altered',
  },
  {
    net: 'detection of reused refresh tokens',
    file: `${accounts}/session.ts`,
    from: "return isRecent && isPredecessor ? graceOrReuse(family, now) : { kind: 'reuse' };",
    to: "return isRecent && isPredecessor ? graceOrReuse(family, now) : { kind: 'repeat' };",
    project: 'api',
    testFile: `${accounts}/accounts.api.test.ts`,
    test: 'taken for theft',
  },
  {
    net: 'refresh tokens are stored as hashes',
    file: 'server/platform/crypto.ts',
    from: "createHash('sha256').update(value).digest()",
    to: "Buffer.from(value, 'utf8')",
    project: 'api',
    testFile: `${accounts}/accounts.api.test.ts`,
    test: 'is kept as a hash only',
  },
  {
    net: 'owner check on posts',
    file: `${posts}/post-service.ts`,
    from: 'if (!canEdit(actor, post)) throw forbidden();',
    to: 'void canEdit;',
    project: 'api',
    testFile: `${posts}/posts.api.test.ts`,
    test: 'refuses in the order',
  },
  {
    net: 'visibility of drafts',
    file: `${posts}/post-service.ts`,
    from: 'if (!post || !canView(actor, post))',
    to: 'if (!post || !canView)',
    project: 'api',
    testFile: `${posts}/posts.api.test.ts`,
    test: 'exist for their author and staff alone',
  },
  {
    net: 'drafts stay out of lists',
    file: `${posts}/post-filters.ts`,
    from: "if (draftsOf === 'nobody') return published;",
    to: "if (draftsOf === 'nobody') return eb.or([published, eb('p.status', '=', 'draft')]);",
    project: 'api',
    testFile: `${posts}/posts.api.test.ts`,
    test: 'exist for their author and staff alone',
  },
  {
    net: 'page limit',
    file: 'server/platform/db/paging.ts',
    from: 'Math.min(size, maxPageSize)',
    to: 'size',
    project: 'unit',
    testFile: 'server/platform/db/paging.test.ts',
    test: 'honours and clamps',
  },
  {
    net: 'free slugs are found by the unique index',
    file: 'db/migrations/0003-posts.sql',
    from: 'constraint posts_slug_key unique',
    to: '',
    project: 'api',
    testFile: `${posts}/posts.api.test.ts`,
    test: 'thirty addresses',
  },
  {
    net: 'HTML in texts is not interpreted',
    file: 'server/platform/markdown/render.ts',
    from: "handlers: { html: (_state, node: { value: string }) => ({ type: 'text', value: node.value }) },",
    to: 'allowDangerousHtml: true,',
    project: 'unit',
    testFile: 'server/platform/markdown/render.test.ts',
    test: 'shows HTML as text',
  },
  {
    net: 'only marked scripts are hashed',
    file: 'server/platform/ssr/content-policy.ts',
    from: 'if (!attributes.includes(attribute) || ',
    to: 'if (',
    project: 'unit',
    testFile: 'server/platform/ssr/content-policy.test.ts',
    test: 'nothing that stands beside them',
  },
  {
    net: 'pixel limit of pictures',
    file: `${media}/picture-thread.ts`,
    from: "return width * height * frames > maxPixels || Math.max(width, height) > maxSidePixels\n      ? 'tooManyPixels'\n      : undefined;",
    to: 'return void [maxPixels, maxSidePixels, width, height];',
    project: 'api',
    testFile: `${media}/odd-files.api.test.ts`,
    test: 'refused in words',
  },
  {
    net: 'type of pictures by content',
    file: `${media}/picture-thread.ts`,
    from: 'if (!type || !acceptedTypes.has(type.mime))',
    to: 'if (type?.mime === "never" && !acceptedTypes.has(type.mime))',
    project: 'api',
    testFile: `${media}/odd-files.api.test.ts`,
    test: 'refused in words',
  },
  {
    net: 'pictures that are shown stay',
    file: 'db/migrations/0030-picture-variants.sql',
    from: 'media_id bigint not null references media (id),',
    to: 'media_id bigint not null references media (id) on delete cascade,',
    project: 'api',
    testFile: `${media}/pictures.api.test.ts`,
    test: 'stay while something shows them',
  },
  {
    net: 'time limit of statements',
    file: 'server/platform/db/database.ts',
    from: 'statement_timeout: statementTimeoutMs,',
    to: '',
    project: 'api',
    testFile: 'tests/failures.api.test.ts',
    test: 'gives up on the statement',
  },
  {
    net: 'refusal of a second instance on one data folder',
    file: 'server/platform/db/embedded/start-embedded-postgres.ts',
    from: 'const release = takeOwnerLock(paths.ownerLock);',
    to: 'const release = () => void takeOwnerLock;',
    project: 'db',
    testFile: 'server/platform/db/embedded/lifecycle.db.test.ts',
    test: 'second',
  },
];
