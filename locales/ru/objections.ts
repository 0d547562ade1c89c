/** Messages of the API about objections to decisions of moderators. */

export const required = 'Напишите, с чем вы не согласны.';
export const tooShort = 'Напишите подробнее: хотя бы 20 знаков.';
export const once = 'Вы уже возразили против этого решения. Второй раз нельзя.';
export const tooLate = 'Возразить уже нельзя: решение не действует или прошло больше 30 дней.';
export const tooMany = 'Сегодня вы отправили много возражений. Следующее можно отправить завтра.';
export const unknown = 'Такого возражения нет.';
export const closed = 'Это возражение уже рассмотрено, или решение отменили раньше.';
export const first = 'Это решение приняли вы. Возражение рассмотрит другой модератор или администратор.';
export const own = 'Это решение о вас. Возражение рассмотрит другой модератор.';
