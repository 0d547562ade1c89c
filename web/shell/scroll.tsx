import { useLayoutEffect } from 'react';
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router';

/**
 * After a navigation: the saved position or the top at once, a hash target smoothly. The router scrolls without
 * naming a behaviour, so the page's own style decides for that one moment.
 */
export function ScrollManager() {
  const location = useLocation();
  const navigationType = useNavigationType();
  const isSmooth = location.hash !== '' && navigationType !== 'POP';
  return (
    <>
      <ScrollBehavior key={`before ${location.key}`} behavior={isSmooth ? 'smooth' : 'auto'} />
      <ScrollRestoration />
      <ScrollBehavior key={`after ${location.key}`} behavior="" />
    </>
  );
}

/** Layout effects of siblings run in order: one of these before the router's scrolling, one after it. */
function ScrollBehavior({ behavior }: { behavior: '' | 'auto' | 'smooth' }) {
  useLayoutEffect(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    document.documentElement.style.scrollBehavior = behavior === 'smooth' && isCalm ? 'auto' : behavior;
  });
  return null;
}
