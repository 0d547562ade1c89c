/** «45 %», «< 1 %». */
export function formatShare(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 && share > 0 ? '<\u00a01\u00a0%' : `${percent}\u00a0%`;
}
