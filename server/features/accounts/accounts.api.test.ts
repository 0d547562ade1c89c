import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

it('registers', async () => {
  const answer = await app.call('register', {
    body: {
      username: 'Анна',
      email: 'anna@example.com',
      password: 'TestPassword123!',
      password_confirm: 'TestPassword123!',
    },
  });
  expect(answer.status).toBe(201);
  expect(answer.body.user).toMatchObject({ username: 'Анна', full_name: '', is_staff: false });
});
