import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLateCode } from '#web/ui/use-late-code.ts';

const importUserTools = () => import('./user-tools.tsx');

/** Loads the code for logged-in users; after a failure the next navigation tries again. */
export function useUserTools() {
  const { pathname } = useLocation();
  const { code: tools, isMissing, load } = useLateCode(importUserTools);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation retries
  useEffect(load, [pathname, load]);
  return { tools, isMissing };
}
