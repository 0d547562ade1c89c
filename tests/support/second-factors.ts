import { TOTP } from 'otpauth';
import { createPasskeyDevice } from './passkey-device.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** The code that an authenticator app shows for a secret. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() });

type Caller = { app: Pick<TestApp, 'call'>; as: TestUser };

/** Creates the secret of an app. */
export async function startTotp({ app, as }: Caller): Promise<string> {
  return (await app.call('startTotp', { as, body: {} })).body.secret;
}

/** Sets up an app; returns its secret and the recovery codes. */
export async function enableTotp({
  app,
  as,
  at,
}: Caller & { at: Date }): Promise<{ secret: string; codes: string[] }> {
  const secret = await startTotp({ app, as });
  const { status, body } = await app.call('enableTotp', {
    as,
    body: { second_factor_code: codeAt(secret, at) },
  });
  if (status !== 200) throw new Error(`no authenticator app: ${JSON.stringify(body)}`);
  return { secret, codes: body.recovery_codes };
}

/** Adds a passkey of a new device. */
export async function addPasskey({
  app,
  as,
  ...options
}: Caller & Parameters<typeof createPasskeyDevice>[0]) {
  const device = createPasskeyDevice(options);
  const { body: creation } = await app.call('getPasskeyOptions', { as, body: {} });
  const { status, body } = await app.call('createPasskey', {
    as,
    body: { name: 'Телефон', passkey: device.register(creation) },
  });
  if (status !== 201) throw new Error(`no passkey: ${JSON.stringify(body)}`);
  const codes: string[] = body.recovery_codes;
  return { device, codes };
}

/** The response of a device to a new challenge. */
export async function signChallenge(
  { app }: Pick<Caller, 'app'>,
  device: ReturnType<typeof createPasskeyDevice>,
) {
  return device.authenticate((await app.call('getPasskeyLoginOptions', { body: {} })).body);
}
