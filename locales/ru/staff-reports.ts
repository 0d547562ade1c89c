/** The queue of reports for moderators. */

export const title = 'Жалобы';
export const about = 'Разобрать, на что жалуются читатели.';
export const intro = 'Жалобы на одно и то же собраны вместе. Решение увидят автор и все, кто пожаловался.';
export const keys =
  'Клавиши: J — следующая, K — предыдущая, H — скрыть, L — оставить, S — ограничить автора, T — взять себе.';
export const state = 'Состояние';
export const states = { open: 'Ждут решения', closed: 'Разобранные' };
export const kind = 'На что';
export const anyKind = 'Всё';
export const kinds = { post: 'Статьи', comment: 'Комментарии', account: 'Профили' };
export const rule = 'Правило';
export const anyRule = 'Любое правило';
export const assignee = 'Кто разбирает';
export const anyAssignee = 'Все';
export const assignees = { me: 'Я', nobody: 'Никто' };
export const empty = 'Жалоб нет';
export const emptyText = 'Всё разобрано. Новые жалобы появятся здесь.';
export const failed = 'Не удалось загрузить жалобы.';
export const retry = 'Повторить';
export const targetKinds = { post: 'Статья', comment: 'Комментарий', account: 'Профиль' };
export const gone = 'Читатели этого больше не видят.';
export const open = 'Открыть на сайте';
export const author = 'Автор: {name}';
export const inReplyTo = 'Контекст: {text}';
export const count = 'Жалоб: {count}';
export const take = 'Взять себе';
export const release = 'Вернуть в очередь';
export const takenDone = 'Жалоба за вами';
export const givenUp = 'Жалоба снова в общей очереди';
export const takenBy = 'Разбирает: {name}';
export const hide = 'Скрыть';
export const leave = 'Оставить';
export const sanction = 'Ограничить автора';
export const hideTitle = 'Скрыть и закрыть жалобу?';
export const leaveTitle = 'Оставить как есть?';
export const leaveText = 'Автор и те, кто пожаловался, узнают, что нарушения нет.';
export const reasonHint = 'Её увидит автор. Нужна, если правило — «Другое нарушение правил».';
export const leaveHint = 'Её увидит автор. Можно не указывать.';
export const decided = 'Решение принято';
export const outcomes = {
  hidden: 'Скрыто',
  left: 'Оставлено',
  sanctioned: 'Автор ограничен',
  gone: 'Удалено автором',
};
export const closedBy = '{outcome}, {date}, {name}';
export const closedAt = '{outcome}, {date}';
