import { useSyncExternalStore } from 'react';

export type View = 'grid' | 'list';

export const viewStorageKey = 'posts-view';
const listeners = new Set<() => void>();
/** For a browser that keeps nothing. */
let chosen: View | null = null;

function readView(): View {
  if (chosen) return chosen;
  try {
    return localStorage.getItem(viewStorageKey) === 'list' ? 'list' : 'grid';
  } catch {
    return 'grid';
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function chooseView(view: View): void {
  chosen = view;
  try {
    localStorage.setItem(viewStorageKey, view);
  } catch {
    // The view is kept until the page is left.
  }
  for (const listener of listeners) listener();
}

/** How the reader likes lists of posts, remembered in this browser; a grid until he has said. */
export function useView(): [view: View, choose: (view: View) => void] {
  return [useSyncExternalStore<View>(subscribe, readView, () => 'grid'), chooseView];
}
