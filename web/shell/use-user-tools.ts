import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLateCode } from '#web/ui/use-late-code.ts';

const importUserTools = () => import('./user-tools.tsx');

/** The code that only users load; what did not come is tried again with the next page. */
export function useUserTools() {
  const { pathname } = useLocation();
  const { code: tools, isMissing, load } = useLateCode(importUserTools);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page is another chance
  useEffect(load, [pathname, load]);
  return { tools, isMissing };
}
