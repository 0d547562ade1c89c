import { useSyncExternalStore } from 'react';

export type View = 'grid' | 'list';

const viewStorageKey = 'posts-view';
const listeners = new Set<() => void>();
/** Used when the browser has no storage. */
let fallbackView: View | null = null;

function readView(): View {
  if (fallbackView) return fallbackView;
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

function setView(view: View): void {
  fallbackView = view;
  try {
    localStorage.setItem(viewStorageKey, view);
  } catch {
    // Without storage the view lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

/** The reader's preferred view of post lists, stored in this browser; a grid by default. */
export function useView(): [view: View, choose: (view: View) => void] {
  return [useSyncExternalStore<View>(subscribe, readView, () => 'grid'), setView];
}
