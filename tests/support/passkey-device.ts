import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } };
type DeviceOptions = {
  origin?: string;
  /** Whether the device asks its owner for a fingerprint or PIN. */
  verifiesUser?: boolean;
  /** Whether the device counts its signatures. */
  counts?: boolean;
};

const flags = { userPresent: 0x01, userVerified: 0x04, attestedData: 0x40 };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

function uint(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

/** An authenticator in software with one ES256 key, as WebAuthn (level 3, section 6) describes it. */
export function createPasskeyDevice({
  origin = 'http://localhost:8000',
  verifiesUser = true,
  counts = false,
}: DeviceOptions = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(rpId: string, extraFlags: number, attested = Buffer.alloc(0)): Buffer {
    if (counts) counter += 1;
    const value = flags.userPresent | (verifiesUser ? flags.userVerified : 0) | extraFlags;
    return Buffer.concat([sha256(rpId), uint(value, 1), uint(counter, 4), attested]);
  }

  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
  };

  /** The response to the options of a registration. */
  function register(options: Options) {
    userHandle = options.user?.id ?? '';
    const attested = Buffer.concat([randomBytes(16), uint(id.length, 2), id, encodeKey(publicKey)]);
    const authData = authenticatorData(options.rp?.id ?? '', flags.attestedData, attested);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ]) as never,
    );
    return {
      ...credential,
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    };
  }

  /** The response to the options of a login. */
  function authenticate(options: Options) {
    const data = clientData('webauthn.get', options.challenge);
    const authData = authenticatorData(options.rpId ?? '', 0);
    const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
    return {
      ...credential,
      response: {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle,
      },
    };
  }

  return { register, authenticate };
}

/** A public key in the form of COSE (RFC 9053, section 7.1.1). */
function encodeKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const entries = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
    [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(entries as never));
}
