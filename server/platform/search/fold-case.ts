/** Search compares words in lower case and without ё, which most people write as е. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');
