import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import { lockAccount } from './account-store.ts';
import * as store from './passkey-store.ts';
import type { SecondFactors } from './second-factor-service.ts';
import type { SecurityMails } from './security-mail-service.ts';
import { type Challenges, challengeTtlMs } from './webauthn-challenge.ts';

export type { Passkey } from './passkey-store.ts';

export const maxPasskeys = 20;
/** EdDSA, ES256 and RS256, which all authenticators offer at least one of. */
const algorithms = [-8, -7, -257];

const loginPurpose = 'login';
const registrationPurpose = (accountId: number) => `registration ${accountId}`;

type Deps = {
  db: Db;
  clock: Clock;
  challenges: Challenges;
  factors: Pick<SecondFactors, 'startUsing' | 'stopUsing'>;
  securityMails: Pick<SecurityMails, 'add'>;
  siteName: string;
  publicUrl: string;
};

export type Passkeys = ReturnType<typeof createPasskeys>;
/** A response of an authenticator that has been verified; `use` accepts it once. */
export type VerifiedPasskey = { accountId: number; use(tx: Db): Promise<boolean> };

/** The library takes megabytes, and most processes and visits need none of it. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Passkeys: credentials of WebAuthn that verify their user, so that a login needs no password. */
export function createPasskeys({ db, clock, challenges, factors, securityMails, siteName, publicUrl }: Deps) {
  const { hostname: rpId, origin } = new URL(publicUrl);

  async function createRegistrationOptions(user: User): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const present = await store.listPasskeys(db, user.id);
    if (present.length >= maxPasskeys) throw badRequest('security.passkeyLimit', { max: maxPasskeys });
    const { generateRegistrationOptions } = await loadLibrary();
    return generateRegistrationOptions({
      rpName: siteName,
      rpID: rpId,
      userName: user.username,
      // The authenticator returns it in plain text, so it is the public id.
      userID: new TextEncoder().encode(String(user.id)),
      challenge: challenges.create(registrationPurpose(user.id), clock.now()),
      timeout: challengeTtlMs,
      attestationType: 'none',
      excludeCredentials: present.map(({ credentialId: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: algorithms,
    });
  }

  /** Stores a new passkey; returns the recovery codes if it is the first factor. */
  async function register(
    user: User,
    { response, name }: { response: RegistrationResponseJSON; name: string },
  ): Promise<string[]> {
    const purpose = registrationPurpose(user.id);
    const { verifyRegistrationResponse } = await loadLibrary();
    let used: ReturnType<Challenges['open']>;
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response,
      expectedChallenge(challenge) {
        used = challenges.open(challenge, purpose, clock.now());
        return used !== undefined;
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
      // The library throws for every response that does not fit.
    }).catch(() => ({ registrationInfo: undefined }));
    const challenge = used;
    if (!info || !challenge) throw badRequest('security.passkeyFailed');
    const { credential } = info;
    return inTransaction(db, async (tx) => {
      await lockAccount(tx, user.id);
      if (!(await store.consumeChallenge(tx, challenge.hash, challenge.expiresAt)))
        throw badRequest('security.passkeyFailed');
      if ((await store.listPasskeys(tx, user.id)).length >= maxPasskeys)
        throw badRequest('security.passkeyLimit', { max: maxPasskeys });
      const id = await store.insertPasskey(tx, {
        accountId: user.id,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        isSynced: info.credentialBackedUp,
        name,
        createdAt: clock.now(),
      });
      if (id === undefined) throw badRequest('security.passkeyTaken');
      await securityMails.add(tx, user.id, 'passkey-added');
      return factors.startUsing(tx, user);
    });
  }

  /** The same for everybody: the browser offers the passkeys that it has for this site. */
  async function createLoginOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await loadLibrary();
    return generateAuthenticationOptions({
      rpID: rpId,
      challenge: challenges.create(loginPurpose, clock.now()),
      timeout: challengeTtlMs,
      userVerification: 'required',
    });
  }

  /** Undefined if the response is not from a passkey of this site, or not to a challenge of it. */
  async function verify(response: AuthenticationResponseJSON): Promise<VerifiedPasskey | undefined> {
    const passkey = await store.findByCredentialId(db, response.id);
    if (!passkey) return undefined;
    const { verifyAuthenticationResponse } = await loadLibrary();
    let used: ReturnType<Challenges['open']>;
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response,
      expectedChallenge(challenge) {
        used = challenges.open(challenge, loginPurpose, clock.now());
        return used !== undefined;
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    const challenge = used;
    if (!verified || !info || !challenge) return undefined;
    return {
      accountId: passkey.accountId,
      use: async (tx) =>
        (await store.consumeChallenge(tx, challenge.hash, challenge.expiresAt)) &&
        (await store.recordUse(tx, { id: passkey.id, counter: info.newCounter, now: clock.now() })),
    };
  }

  /** 404 for the passkey of another account. */
  async function findOwn(user: User, id: string): Promise<{ id: number }> {
    const own = (await store.listPasskeys(db, user.id)).find((passkey) => passkey.id === parseId(id));
    if (!own) throw notFound('security.passkeyUnknown');
    return own;
  }

  const rename = (user: User, id: number, name: string) => store.renamePasskey(db, user.id, id, name);

  const remove = (user: User, id: string): Promise<void> =>
    inTransaction(db, async (tx) => {
      await lockAccount(tx, user.id);
      const passkeyId = parseId(id);
      if (passkeyId === undefined || !(await store.deletePasskey(tx, user.id, passkeyId)))
        throw notFound('security.passkeyUnknown');
      await factors.stopUsing(tx, user.id);
      await securityMails.add(tx, user.id, 'passkey-removed');
    });

  const list = (accountId: number) => store.listPasskeys(db, accountId);

  return { createRegistrationOptions, register, createLoginOptions, verify, findOwn, rename, remove, list };
}
