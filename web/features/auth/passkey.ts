import { getBrowserClient } from '#web/api/browser-client.ts';

/** Whether this browser can have passkeys; false on the server. */
export const hasPasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window;

/** The response of the user's passkey to a new challenge; null when the browser or the user gave up. */
export async function signWithPasskey() {
  const optionsJSON = await getBrowserClient().api.call('getPasskeyLoginOptions', { body: {} });
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const input = { optionsJSON } as Parameters<typeof startAuthentication>[0];
  return toBody(await ignoreRefusal(startAuthentication(input)));
}

/** A new passkey of this device; null when the browser or the user gave up. */
export async function createPasskey() {
  const optionsJSON = await getBrowserClient().api.call('getPasskeyOptions', { body: {} });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const input = { optionsJSON } as Parameters<typeof startRegistration>[0];
  return toBody(await ignoreRefusal(startRegistration(input)));
}

/** The part of a response that the API reads. */
const toBody = <Response>(credential: { id: string; rawId: string; response: Response } | null) =>
  credential && {
    id: credential.id,
    rawId: credential.rawId,
    type: 'public-key' as const,
    response: credential.response,
  };

/** The library throws `WebAuthnError`, or the `DOMException` of the browser. */
async function ignoreRefusal<Result>(result: Promise<Result>): Promise<Result | null> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof DOMException || (error instanceof Error && error.name === 'WebAuthnError'))
      return null;
    // The library keeps the name of the exception of the browser.
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
