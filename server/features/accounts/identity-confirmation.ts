/**
 * For so long after a login or a confirmation, a session may do what declares `needsConfirmation`.
 */
export const confirmationTtlMs = 30 * 60_000;

export const confirmedUntil = (confirmedAt: Date): Date =>
  new Date(confirmedAt.getTime() + confirmationTtlMs);

/** A time in the future was written before the clock was set back: it counts as old. */
export const isConfirmed = (confirmedAt: Date, now: Date): boolean =>
  confirmedAt <= now && now < confirmedUntil(confirmedAt);
