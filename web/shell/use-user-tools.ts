import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

type UserTools = typeof import('./user-tools.tsx');

/** The code that only users load; what did not come is tried again with the next page. */
export function useUserTools(): { tools: UserTools | null; isMissing: boolean } {
  const { pathname } = useLocation();
  const [tools, setTools] = useState<UserTools | null>(null);
  const [isMissing, setMissing] = useState(false);
  const isLoading = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every page is another chance
  useEffect(() => {
    async function load(): Promise<void> {
      isLoading.current = true;
      try {
        setTools(await import('./user-tools.tsx'));
      } catch {
        setMissing(true);
      }
      isLoading.current = false;
    }
    if (!tools && !isLoading.current) void load();
  }, [pathname, tools]);
  return { tools, isMissing };
}
