import { describe, expect, it } from 'vitest';
import { type Endpoint, requiredPermission } from './endpoint.ts';
import { endpoints } from './index.ts';
import {
  clientFlagsOf,
  flagsOf,
  isColleague,
  isStaffPermission,
  permissions,
  permissionsOf,
  type Role,
  roles,
} from './permissions.ts';

const plain = (role: Role) => permissionsOf({ role, isStaff: false, isSuperuser: false });

describe('the permissions of a role', () => {
  it('grow from reader to author, and every role for the site includes those of authors', () => {
    const [reader, author, ...colleagues] = roles.map(plain);
    expect([...(author ?? [])]).toEqual(expect.arrayContaining([...(reader ?? [])]));
    for (const granted of colleagues)
      expect([...granted]).toEqual(expect.arrayContaining([...(author ?? [])]));
  });

  it('are all for administrators, who alone give roles and read the log', () => {
    expect([...plain('administrator')].sort()).toEqual([...permissions].sort());
    for (const permission of [
      'roles.manage',
      'audit.read',
      'imports.manage',
      'payments.refund',
      'plans.manage',
    ] as const)
      expect(roles.filter((role) => plain(role).has(permission))).toEqual(['administrator']);
  });

  it('are split between moderators, who hide, and editors, who change texts', () => {
    const onlyIn = (left: Role, right: Role) =>
      [...plain(left)].filter((permission) => !plain(right).has(permission)).sort();
    expect(onlyIn('moderator', 'editor')).toEqual(['accounts.moderate', 'content.moderate']);
    expect(onlyIn('editor', 'moderator')).toEqual([
      'categories.manage',
      'drafts.read',
      'front-page.arrange',
      'publication.manage',
      'texts.edit',
    ]);
  });

  it.each([
    ['reader', false],
    ['author', false],
    ['moderator', true],
    ['editor', true],
    ['administrator', true],
  ] as const)('make %s a colleague: %s', (role, expected) => {
    expect(isColleague(plain(role))).toBe(expected);
  });
});

describe('the flags of existing clients', () => {
  it.each([
    [{ role: 'author', isStaff: false, isSuperuser: false }, [false, false]],
    [{ role: 'author', isStaff: true, isSuperuser: false }, [true, false]],
    [{ role: 'author', isStaff: false, isSuperuser: true }, [false, true]],
    [{ role: 'moderator', ...flagsOf('moderator') }, [false, true]],
    [{ role: 'editor', ...flagsOf('editor') }, [false, false]],
    [{ role: 'administrator', ...flagsOf('administrator') }, [true, true]],
  ] as const)('of %o are %o', (standing, [isStaff, isSuperuser]) => {
    expect(clientFlagsOf(standing)).toEqual({ is_staff: isStaff, is_superuser: isSuperuser });
  });

  it('keep what they allowed before there were roles', () => {
    const withFlag = permissionsOf({ role: 'author', isStaff: true, isSuperuser: false });
    expect(withFlag.has('payments.refund') && withFlag.has('texts.edit')).toBe(true);
    expect(withFlag.has('colleagues.moderate') || withFlag.has('roles.manage')).toBe(false);
  });
});

it('names no permission that nothing requires', () => {
  const required = Object.values<Endpoint>(endpoints).flatMap((endpoint) => [
    ...((requiredPermission(endpoint) ?? endpoint.needs)
      ? [requiredPermission(endpoint), endpoint.needs]
      : []),
  ]);
  // Rules of services ask for the others (`can`).
  const ofServices = ['texts.delete', 'texts.edit', 'texts.unlimited', 'drafts.read', 'colleagues.moderate'];
  expect(permissions.filter((name) => !required.includes(name) && !ofServices.includes(name))).toEqual([
    'reports.write',
  ]);
  expect(permissions.filter(isStaffPermission)).toContain('health.read');
});
