import { useEffect, useLayoutEffect } from 'react';
import { ScrollRestoration, useLocation, useNavigate, useNavigationType } from 'react-router';

/**
 * After a navigation, jumps to the saved position or the top, but scrolls smoothly to a hash target. The router
 * scrolls without a behaviour option, therefore the page's style is set for the duration of that call.
 */
export function ScrollManager() {
  const location = useLocation();
  const navigationType = useNavigationType();
  const isSmooth = location.hash !== '' && navigationType === 'PUSH';
  useKeyOfHash();
  return (
    <>
      <ScrollBehavior key={`before ${location.key}`} behavior={isSmooth ? 'smooth' : 'auto'} />
      <ScrollRestoration />
      <ScrollBehavior key={`after ${location.key}`} behavior="" />
    </>
  );
}

/**
 * Gives a key to the history entry of a hash that the browser itself has followed: a link in an article. Entries without one
 * share a scroll position.
 */
function useKeyOfHash(): void {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const { key, hash } = location;
    // Another effect may have replaced the entry.
    if (key === 'default' && hash !== '' && hash === window.location.hash)
      void navigate(location, { replace: true });
  }, [location, navigate]);
}

/** Layout effects of siblings run in order: one runs before the router scrolls, one after. */
function ScrollBehavior({ behavior }: { behavior: '' | 'auto' | 'smooth' }) {
  useLayoutEffect(() => {
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    document.documentElement.style.scrollBehavior =
      behavior === 'smooth' && prefersReducedMotion ? 'auto' : behavior;
  });
  return null;
}
