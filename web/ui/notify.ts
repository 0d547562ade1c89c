export type ToastMessage = { tone: 'success' | 'error' | 'info'; text: string };
type ShowMessage = (message: ToastMessage) => void;

const queue: ToastMessage[] = [];
let showMessage: ShowMessage | null = null;
let loadToaster: (() => void) | null = null;

/** Shows a message in a toast. Messages are queued until the toaster has loaded. */
export function notify(tone: ToastMessage['tone'], text: string): void {
  if (showMessage) {
    showMessage({ tone, text });
  } else {
    queue.push({ tone, text });
    loadToaster?.();
  }
}

/** Calls `start` on the first message without a toaster, so that the toaster's code loads on demand. */
export function onToasterNeeded(start: () => void): void {
  loadToaster = start;
  if (queue.length > 0) start();
}

/** Attaches the toaster and shows the queued messages. Returns the function that detaches it. */
export function attachToaster(showBy: ShowMessage): () => void {
  showMessage = showBy;
  for (const message of queue.splice(0)) showBy(message);
  return () => {
    showMessage = null;
  };
}
