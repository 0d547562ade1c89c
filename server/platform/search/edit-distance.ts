type Replacement = (left: string, right: string) => number;

/**
 * The number of typing errors between two words: letters added, left out, replaced, or swapped with their neighbour.
 * Returns a number above `limit` as soon as it is certain that there are more.
 */
export function editDistance(
  left: string,
  right: string,
  limit: number,
  costOf: Replacement = () => 1,
): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (isSame ? 0 : costOf(left[row - 1] ?? '', right[column - 1] ?? '')),
      );
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && isSwapped) cost = Math.min(cost, at(beforePrevious, column - 2) + 1);
      current.push(cost);
    }
    if (Math.min(...current) > limit) return limit + 1;
    [beforePrevious, previous] = [previous, current];
  }
  return at(previous, right.length);
}

const at = (row: number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

/** How many errors are corrected in a word of this length: in short words too many others are near. */
export const correctedErrors = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** Letters for one sound or similar ones, and rows of keys. */
const similarLetters = ['аоуыэеиюяйь', 'бп', 'вф', 'гкх', 'дт', 'жшщчц', 'зсц', 'мн', 'лр'];
const rows = ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Nobody types «р» for «м» by mistake: «зира» is not «зима». Such an error counts as two. */
export function replacementCost(left: string, right: string): number {
  const isSimilar = similarLetters.some((letters) => letters.includes(left) && letters.includes(right));
  const isNeighbour = rows.some(
    (row) =>
      row.includes(left) && row.includes(right) && Math.abs(row.indexOf(left) - row.indexOf(right)) === 1,
  );
  return isSimilar || isNeighbour || !isRussian(left) ? 1 : 2;
}

const isRussian = (letter: string): boolean => /[а-я]/u.test(letter);
