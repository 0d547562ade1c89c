/** The result, or null when it could not be had: a part of a page whose failure must not blank the rest. */
export async function orNull<Result>(result: Promise<Result>): Promise<Result | null> {
  try {
    return await result;
  } catch {
    return null;
  }
}
