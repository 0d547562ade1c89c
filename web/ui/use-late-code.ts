import { useCallback, useRef, useState } from 'react';

/** `load` does nothing when the code is there or under way; `isMissing` says that the last attempt failed. */
export type LateCode<Code> = { code: Code | null; isMissing: boolean; load: () => void };

/**
 * Code that not every reader needs. What does not come (offline, or a new version has just replaced the files) is no
 * reason to lose the page: `load` may be called again. `importCode` must be the same function at every render.
 */
export function useLateCode<Code>(importCode: () => Promise<Code>): LateCode<Code> {
  const [code, setCode] = useState<Code | null>(null);
  const [isMissing, setMissing] = useState(false);
  const isSettled = useRef(false);

  const load = useCallback(() => {
    if (isSettled.current) return;
    isSettled.current = true;
    setMissing(false);
    importCode().then(
      (loaded) => setCode(() => loaded),
      () => {
        isSettled.current = false;
        setMissing(true);
      },
    );
  }, [importCode]);
  return { code, isMissing, load };
}
