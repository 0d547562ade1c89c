import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as all authenticator apps implement it. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226, section 4: 160 bits. */
const secretBytes = 20;
/** One step before and after the present one: clocks differ, and typing takes time. */
const window = 1;

const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / parameters.period);

const toUint8Array = (secret: Uint8Array): ArrayBuffer =>
  secret.buffer.slice(secret.byteOffset, secret.byteOffset + secret.byteLength) as ArrayBuffer;

const createTotp = (secret: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...parameters, ...names, secret: new Secret({ buffer: toUint8Array(secret) }) });

export const createTotpSecret = (): Uint8Array => new Secret({ size: secretBytes }).bytes;

/** The secret as people type it, and the address that an app reads from a QR code. */
export function describeTotp(secret: Uint8Array, names: { siteName: string; username: string }) {
  const totp = createTotp(secret, { issuer: names.siteName, label: names.username });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step of a code that is valid now, or undefined. The caller refuses a step that was used before. */
export function findTotpStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  // The comparison of the library throws for texts whose bytes are more than their characters.
  if (!isTotpCode(code)) return undefined;
  const delta = createTotp(secret).validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? undefined : stepOf(now) + delta;
}

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);
