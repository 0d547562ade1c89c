export const roleNames = {
  reader: 'Читатель',
  author: 'Автор',
  moderator: 'Модератор',
  editor: 'Редактор',
  administrator: 'Администратор',
};

export const roleHints = {
  reader: 'Читает и комментирует.',
  author: 'Ещё и пишет статьи. Эту роль получают при регистрации.',
  moderator: 'Скрывает и возвращает тексты, выносит санкции.',
  editor: 'Правит чужие тексты, ведёт главную и категории.',
  administrator: 'Может всё: платежи, тарифы, роли, журнал.',
};
