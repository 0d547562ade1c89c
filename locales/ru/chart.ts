/** Charts of counts by day, and the table of their values. */

export const scale = 'до {count} в день';
export const empty = 'пока пусто';
export const numbers = 'Показать числа';
export const day = 'День';
export const monthScale = 'до {count} в месяц';
export const month = 'Месяц';
