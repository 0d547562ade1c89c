import { expect, test } from 'vitest';
import { isDatabaseUnavailable, isRetryable, isTimeout, isUniqueViolation } from './db-errors.ts';

const failure = (code: string, constraint?: string) =>
  Object.assign(new Error('failed'), { code, ...(constraint && { constraint }) });

test('distinguishes unique violations by constraint', () => {
  const error = failure('23505', 'accounts_email_key');
  expect(isUniqueViolation(error)).toBe(true);
  expect(isUniqueViolation(error, 'accounts_email_key')).toBe(true);
  expect(isUniqueViolation(error, 'accounts_username_key')).toBe(false);
  expect(isUniqueViolation(failure('23503', 'accounts_email_key'))).toBe(false);
});

test.each(['ECONNREFUSED', 'ENOENT', '57P01', '57P02', '57P03', '53300', '08006', '08P01'])(
  'treats %s as an unavailable database',
  (code) => expect(isDatabaseUnavailable(failure(code))).toBe(true),
);

test('treats an exhausted pool and a lost connection as an unavailable database', () => {
  expect(isDatabaseUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isDatabaseUnavailable(new AggregateError([failure('ECONNREFUSED')], 'all addresses failed'))).toBe(
    true,
  );
});

test('distinguishes a read-only disk from a missing privilege', () => {
  const refusal = (file: string) => Object.assign(failure('42501'), { file });
  expect([refusal('md.c'), refusal('aclchk.c')].map(isDatabaseUnavailable)).toEqual([true, false]);
});

test.each(['23505', '42P01', '57014', '40001', '080'])(
  'does not treat %s as an unavailable database',
  (code) => expect(isDatabaseUnavailable(failure(code))).toBe(false),
);

test('distinguishes timeouts from retryable failures', () => {
  expect([failure('57014'), failure('55P03')].every(isTimeout)).toBe(true);
  expect([failure('40001'), failure('40P01')].every(isRetryable)).toBe(true);
  expect(isTimeout(failure('40001'))).toBe(false);
  expect(isRetryable(failure('57014'))).toBe(false);
});

test.each([undefined, null, 'text', 5, {}, { code: 5 }])('classifies %j as none of these errors', (value) => {
  const results = [isUniqueViolation, isDatabaseUnavailable, isTimeout, isRetryable].map((is) => is(value));
  expect(results).toEqual([false, false, false, false]);
});
