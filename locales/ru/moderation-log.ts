/** The public log of decisions of moderators. */

export const title = 'Журнал модерации';
export const description =
  'Что модераторы скрывали и ограничивали, по каким правилам, сколько решений оспорили и отменили. Без имён и названий.';
export const lead =
  'Что модераторы решали, по каким правилам и что потом отменили. Имён, названий и точного времени здесь нет.';
export const toRules = 'Правила сообщества';
export const stats = 'По месяцам';
export const statsHint = 'Возражения и отмены показаны в том месяце, когда приняли само решение.';
export const table = 'Числа по месяцам';
export const decisions = 'Решения';
export const summary =
  'Решений за 12 месяцев: {count}, отменено: {withdrawn}. Числа по месяцам — в таблице ниже.';
export const monthValue = '{month}: решений {count}, отменено {withdrawn}';
export const withdrawnSeries = 'Отменено';
export const columns = {
  hidden: 'Скрыто',
  sanctions: 'Санкции',
  left: 'Оставлено',
  objections: 'Возражения',
  overturned: 'Отменено по возражению',
  withdrawn: 'Отменено всего',
};
export const month = 'Месяц';
export const entries = 'Решения';
export const kind = 'О чём';
export const anyKind = 'Обо всём';
export const kinds = { post: 'О статьях', comment: 'О комментариях', account: 'Об учётных записях' };
export const targetKinds = { post: 'статья', comment: 'комментарий', account: 'учётная запись' };
export const rule = 'Правило';
export const anyRule = 'Любое правило';
export const show = 'Показать';
export const reset = 'Сбросить';
export const entry = '{action}: {kind}';
export const noRule = 'Правило не указано';
export const sources = { reports: 'По жалобам читателей', moderator: 'По наблюдению модератора' };
export const objections = {
  open: 'Автор возразил, ответа ещё нет',
  upheld: 'Автор возразил, решение оставлено в силе',
  overturned: 'Автор возразил, решение отменено',
  ended: 'Автор возразил, решение перестало действовать раньше ответа',
};
export const withdrawn = 'Отменено';
export const empty = 'Решений нет';
export const emptyText = 'Модераторы ещё ничего не решали. Когда решат, здесь появится запись.';
export const emptyFiltered = 'С такими условиями решений нет.';
