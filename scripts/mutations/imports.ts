import type { Mutation } from '../mutations.ts';

const folder = 'server/features/imports';

/** Safeguards of uploaded archives and of imports in the browser. */
export const importMutations: Mutation[] = [
  {
    safeguard: 'imports: no file of an archive leaves its folder',
    file: `${folder}/unpack.ts`,
    from: "if (validateFileName(name) !== null || name.includes('\\u0000') || name === '')",
    to: "if (validateFileName('') !== null)",
    project: 'unit',
    testFile: `${folder}/unpack.test.ts`,
    test: 'with the path ../../escaped',
  },
  {
    safeguard: 'imports: an archive with a symbolic link is refused',
    file: `${folder}/unpack.ts`,
    from: 'if (type === symbolicLink)',
    to: 'if (type === 0)',
    project: 'unit',
    testFile: `${folder}/unpack.test.ts`,
    test: 'with a symbolic link',
  },
  {
    safeguard: 'imports: the files of an archive share one limit',
    file: `${folder}/unpack.ts`,
    from: 'budget.leftBytes -= chunk.length;',
    to: 'budget.leftBytes -= 0;',
    project: 'unit',
    testFile: `${folder}/unpack.test.ts`,
    test: 'with many files that together are a bomb',
  },
  {
    safeguard: 'imports: an upload has a limit',
    file: `${folder}/upload-service.ts`,
    from: 'if (bytes > maxUploadBytes) throw tooLarge(maxUploadBytes);',
    to: 'void tooLarge;',
    project: 'api',
    testFile: `${folder}/import-tasks.api.test.ts`,
    test: 'is not larger than the setting permits',
  },
  {
    safeguard: 'imports: only administrators import',
    file: 'contract/permissions.ts',
    from: "'imports.manage': ['administrator'],",
    to: "'imports.manage': ['administrator', 'editor'],",
    project: 'api',
    testFile: `${folder}/import-tasks.api.test.ts`,
    test: 'is for administrators only',
  },
  {
    safeguard: 'imports: two starts at once are one',
    file: `${folder}/import-task-store.ts`,
    from: "selectTasks(db).where('id', '=', id).forUpdate().executeTakeFirst();",
    to: "selectTasks(db).where('id', '=', id).executeTakeFirst();",
    project: 'api',
    testFile: `${folder}/import-tasks.api.test.ts`,
    test: 'is started once by two starts at once',
  },
  {
    safeguard: 'imports: a source is named, not a path',
    file: `${folder}/task-service.ts`,
    from: '(await listPlaced(importFolder)).some(({ name }) => name === folder)',
    to: '(await listPlaced(importFolder)).length > 0',
    project: 'api',
    testFile: `${folder}/import-tasks.api.test.ts`,
    test: 'is chosen by its name, never by a path or a link',
  },
];
