/** A test or hook that takes this long hangs. No working machine is so slow. */
export const hangLimitMs = Number(process.env.HANG_LIMIT_MINUTES ?? 15) * 60_000;

/** A single wait of a test ends before its test, so that the failure names the wait. */
export const waitLimitMs = (hangLimitMs * 2) / 3;
