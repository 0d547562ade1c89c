export type Notification = { tone: 'success' | 'error' | 'info'; text: string };
type Show = (notification: Notification) => void;

const waiting: Notification[] = [];
let show: Show | null = null;
let prepare: (() => void) | null = null;

/** Shows a message in a toast. Messages are queued until the toaster has loaded. */
export function notify(tone: Notification['tone'], text: string): void {
  if (show) {
    show({ tone, text });
  } else {
    waiting.push({ tone, text });
    prepare?.();
  }
}

/** Calls `start` on the first message without a toaster, so that the toaster's code loads on demand. */
export function onNotificationsWanted(start: () => void): void {
  prepare = start;
  if (waiting.length > 0) start();
}

/** Attaches the toaster and shows the queued messages. Returns the function that detaches it. */
export function showNotifications(by: Show): () => void {
  show = by;
  for (const notification of waiting.splice(0)) by(notification);
  return () => {
    show = null;
  };
}
