/** Opens the folded parts of the page that hide an element. True if there were any. */
export function openAround(element: Element): boolean {
  let isOpened = false;
  for (
    let part = element.parentElement?.closest('details');
    part;
    part = part.parentElement?.closest('details')
  ) {
    isOpened ||= !part.open;
    part.open = true;
  }
  return isOpened;
}
