import type { Mutation } from '../mutations.ts';

const http = 'server/platform/http';

/** Safeguards of request bodies and of storage quotas. */
export const quotaMutations: Mutation[] = [
  {
    safeguard: 'bodies: a network and an account get a share of the memory',
    file: `${http}/body-admission.ts`,
    from: 'hasRoom(used, bytes, total) &&',
    to: 'hasRoom(used, bytes, total) ||',
    project: 'api',
    testFile: `${http}/body.api.test.ts`,
    test: 'uploads of one account from sixty networks',
  },
  {
    safeguard: 'bodies: a file is stored only for a field that accepts files',
    file: `${http}/multipart.ts`,
    from: 'if (!fileFields.has(name)) return void file.resume();',
    to: 'if (!fileFields.has(name)) return;',
    project: 'api',
    testFile: `${http}/body.api.test.ts`,
    test: 'skips a file of an endpoint without file fields',
  },
  {
    safeguard: 'bodies: a body has a deadline',
    file: `${http}/body.ts`,
    from: 'const timer = setTimeout(() => limited.destroy(bodyTooSlow()), deadlineMs);',
    to: 'const timer = setTimeout(() => undefined, deadlineMs);',
    project: 'api',
    testFile: `${http}/body.api.test.ts`,
    test: 'returns 408 with a message',
  },
  {
    safeguard: 'bodies: JSON is measured before it is parsed',
    file: `${http}/body.ts`,
    from: "if (!isWithinJsonLimits(text as string)) return done(badRequest('errors.badJson'));",
    to: 'void isWithinJsonLimits;',
    project: 'api',
    testFile: `${http}/body.api.test.ts`,
    test: 'returns 400 before it is parsed',
  },
  {
    safeguard: 'quotas: writes of one account are serialised',
    file: 'server/features/quotas/quota-service.ts',
    from: 'await store.lockAccount(tx, accountId);',
    to: 'void store.lockAccount;',
    project: 'api',
    testFile: 'server/features/quotas/quotas.api.test.ts',
    test: 'is not exceeded by concurrent requests',
  },
  {
    safeguard: 'quotas: deleted rows are no longer counted',
    file: 'db/migrations/0071-account-usage.sql',
    from: "create trigger revisions_usage_removed after delete on post_revisions referencing old table as changed for each statement\n  execute function note_usage('revisions', 'account_id', 'octet_length(title) + octet_length(content)');",
    to: '',
    project: 'api',
    testFile: 'server/features/quotas/quotas.api.test.ts',
    test: 'equal a fresh count',
  },
  {
    safeguard: 'sweep: only duplicate drafts are deleted',
    file: 'server/features/posts/post-sweep-store.ts',
    from: 'const comparisons = postFieldNames.map(',
    to: "const comparisons = postFieldNames.filter((name) => name !== 'content').map(",
    project: 'api',
    testFile: 'server/features/quotas/quotas.api.test.ts',
    test: 'and every other text',
  },
  {
    safeguard: 'pictures: a text of another author does not protect a picture',
    file: 'server/features/posts/post-content-store.ts',
    from: 'writers === undefined || writers.includes(ownerId)',
    to: 'writers === undefined || ownerId > 0',
    project: 'api',
    testFile: 'server/features/media/pictures.api.test.ts',
    test: 'although texts of others use them',
  },
];
