/** The queue of objections for moderators. */

export const title = 'Возражения';
export const lists = 'Что разбираем';
export const reports = 'Жалобы';
export const keys = 'Клавиши: J — следующее, K — предыдущее, O — отменить решение, U — оставить в силе.';
export const states = { open: 'Ждут решения', closed: 'Рассмотренные' };
export const stateLabel = 'Состояние';
export const empty = 'Возражений нет';
export const emptyText = 'Всё рассмотрено. Новые возражения появятся здесь.';
export const failed = 'Не удалось загрузить возражения.';
export const retry = 'Повторить';
export const author = 'Автор: {name}';
export const toText = 'Открыть текст';
export const decided = 'Решение от {date}, {name}. {rule}';
export const decidedBySite = 'Решение от {date}. {rule}';
export const reason = 'Причина: {reason}';
export const objected = 'Возражение от {date}';
export const overturn = 'Отменить решение';
export const uphold = 'Оставить в силе';
export const overturnTitle = 'Отменить решение?';
export const overturnText = 'Действие решения прекратится сразу. Автор получит уведомление и письмо.';
export const upholdTitle = 'Оставить решение в силе?';
export const upholdText = 'Возразить второй раз автор не сможет. Он получит уведомление и письмо.';
export const reasonHint = 'Её прочитает автор.';
export const done = 'Возражение рассмотрено';
export const obstacles = {
  first: 'Это решение приняли вы. Возражение рассмотрит другой модератор или администратор.',
  'nobody-else':
    'Это решение приняли вы, а других модераторов на сайте нет. Попросите администратора назначить ещё одного: возражение рассматривает не тот, кто решал первым.',
  own: 'Это решение о вас. Возражение рассмотрит другой модератор.',
};
export const outcomes = {
  upheld: 'Оставлено в силе',
  overturned: 'Решение отменено',
  ended: 'Решение перестало действовать раньше ответа',
};
export const closedBy = '{outcome}, {date}, {name}. {reason}';
export const closedAt = '{outcome}, {date}. {reason}';
