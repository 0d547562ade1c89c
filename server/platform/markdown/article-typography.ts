import { typeset } from '#locales/typography.ts';

const nbsp = '\u00a0';

/**
 * Applies the typography of articles to one paragraph: that of plain texts, and non-breaking spaces in numbers, units and
 * abbreviations, whose table is too large for the scripts of readers.
 */
export const typesetArticle = (parts: readonly string[]): string[] => typeset(parts, bindSpaces);

const unit = [
  ...[
    'мм',
    'см',
    'дм',
    'м',
    'км',
    'га',
    'мг',
    'г',
    'кг',
    'т',
    'ц',
    'мл',
    'л',
    'кВт',
    'Вт',
    'МВт',
    'Гц',
    'кГц',
  ],
  ...['МГц', 'ГГц', 'КБ', 'МБ', 'ГБ', 'ТБ', 'сек', 'мин', 'ч', 'дн', 'год', 'года', 'году', 'лет', 'гг'],
  ...[
    'вв',
    'век',
    'века',
    'веке',
    'руб',
    'коп',
    'тыс',
    'млн',
    'млрд',
    'трлн',
    'шт',
    'экз',
    'чел',
    'кв',
    'куб',
  ],
  ...[
    'января',
    'февраля',
    'марта',
    'апреля',
    'мая',
    'июня',
    'июля',
    'августа',
    'сентября',
    'октября',
    'ноября',
  ],
  'декабря',
].join('|');
const afterNumber = new RegExp(`(?<=\\d) (?=(?:(?:${unit})(?![\\p{L}\\d])|[°℃%‰₽$€£]))`, 'gu');

/** Non-breaking spaces: «5 кг», «10 000», «№ 7», «А. С. Пушкин», «т. е.» */
function bindSpaces(text: string): string {
  return text
    .replace(afterNumber, nbsp)
    .replace(/(?<=(?<!\d)\d{1,3}) (?=\d{3}(?!\d))/g, nbsp)
    .replace(/(?<=\d{3}) (?=\d{3}(?!\d))/g, nbsp)
    .replace(/(?<=[№§]) (?=\S)/g, nbsp)
    .replace(/(?<=(?<![\p{L}\d])[А-ЯЁ]\.) (?=[А-ЯЁ](?:\.|[а-яё]))/gu, nbsp)
    .replace(/(?<=(?<!\p{L})т\.) (?=[едкпн]\.)/giu, nbsp);
}
