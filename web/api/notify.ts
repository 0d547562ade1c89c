export type Notification = { tone: 'success' | 'error' | 'info'; text: string };
type Show = (notification: Notification) => void;

const waiting: Notification[] = [];
let show: Show | null = null;
let prepare: (() => void) | null = null;

/** Says something to the reader in a toast; what comes before the toasts are there waits for them. */
export function notify(tone: Notification['tone'], text: string): void {
  if (show) {
    show({ tone, text });
  } else {
    waiting.push({ tone, text });
    prepare?.();
  }
}

/** Is called at the first notification that finds no toasts, so that their code may come late. */
export function onNotificationsWanted(start: () => void): void {
  prepare = start;
  if (waiting.length > 0) start();
}

/** The toasts take over, beginning with what waited; gives the function that ends it. */
export function showNotifications(by: Show): () => void {
  show = by;
  for (const notification of waiting.splice(0)) by(notification);
  return () => {
    show = null;
  };
}
