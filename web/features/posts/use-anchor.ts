import { type RefObject, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { anchorName, anchorPrefix } from '#contract/anchors.ts';
import { openAround } from '#web/ui/open-around.ts';
import { useHash } from '#web/ui/use-hash.ts';
import type { RenderedHtml } from './rendered-html.ts';

/** Leads a hash that names a place of the text (`#раздел-два`) to the id of that place. */
export function useAnchor(text: RefObject<HTMLElement | null>, html: RenderedHtml): void {
  const hash = useHash();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text has other places
  useEffect(() => {
    const name = anchorName(hash);
    // The ids of the page come first.
    if (name === '' || document.getElementById(name)) return;
    const escaped = CSS.escape(name);
    const place = text.current?.querySelector(
      `[id="${anchorPrefix}${escaped}"], [data-anchor~="${escaped}"]`,
    );
    if (!place) return;
    openAround(place);
    const id = encodeURIComponent(place.id);
    void navigate({ search: window.location.search, hash: id }, { replace: true });
  }, [text, html, hash, navigate]);
}
