/** A test, hook or wait that takes this long hangs. No working machine is so slow. */
export const hangLimitMs = Number(process.env.HANG_LIMIT_MINUTES ?? 15) * 60_000;
