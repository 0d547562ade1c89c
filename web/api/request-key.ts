const keyBytes = 16;

/** A name for a request that must be done once, however often it is sent (`Idempotency-Key`). */
export function newRequestKey(): string {
  // `crypto.randomUUID` is missing on plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
