/** The result, or null on failure: for a section of a page whose failure must not take down the page. */
export async function orNull<Result>(result: Promise<Result>): Promise<Result | null> {
  try {
    return await result;
  } catch {
    return null;
  }
}
