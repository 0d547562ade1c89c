/** The start page of the staff: the activity on the site. */

export const today = 'Сегодня на сайте';
export const charts = 'Последние 30 дней';
export const failed = 'Не удалось загрузить сводку';
export const retry = 'Повторить';
export const posts = 'Новые статьи';
export const comments = 'Новые комментарии';
export const registrations = 'Новые пользователи';
export const reports = 'Жалобы';
export const waitingTexts = 'Ждут проверки тексты: {count}';
export const openCases = 'Ждут решения жалобы: {count}';
export const openObjections = 'Ждут решения возражения: {count}';
export const noOpenCases = 'Жалобы разобраны';
export const revenue = 'Поступления';
export const yesterday = 'вчера {count}';
export const scheduled = 'За ближайшие сутки выйдут по расписанию: {count}';
export const noneScheduled = 'На ближайшие сутки публикаций по расписанию нет';
export const summary = '{title} с {from} по {to}: всего {total}, больше всего — {most} ({day}).';
export const emptySummary = '{title} с {from} по {to}: пусто.';
export const dayValue = '{day}: {count}';
export const moscow = 'Дни считаются по московскому времени, числа обновляются раз в минуту.';
