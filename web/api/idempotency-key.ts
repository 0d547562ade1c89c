const keyBytes = 16;

/** Creates an `Idempotency-Key`: a request that is sent several times with one key is executed once. */
export function createIdempotencyKey(): string {
  // `crypto.randomUUID` is missing on plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
