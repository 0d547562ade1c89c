/** A reader who gets to the end in less than this part of the estimated time has scrolled past the text. */
const readPart = 0.15;
const minSeconds = 5;

/** Calls `report` once that the reader has reached the end of the article and spent some time on it. */
export function observeFinish(readingMinutes: number, signal: AbortSignal, report: () => void): void {
  const end = document.querySelector('.article')?.lastElementChild;
  if (!end || signal.aborted) return;
  const seconds = Math.max(minSeconds, readingMinutes * 60 * readPart);
  const readAt = performance.now() + seconds * 1_000;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new IntersectionObserver(([entry]) => {
    clearTimeout(timer);
    if (entry?.isIntersecting)
      timer = setTimeout(() => {
        observer.disconnect();
        report();
      }, readAt - performance.now());
  });
  observer.observe(end);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
  });
}
