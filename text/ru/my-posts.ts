/** The author's own list. */
export const myPosts = {
  title: 'Мои посты',
  description: 'Ваши статьи и черновики на News Site.',
  heading: 'Мои статьи',
  lead: 'Управляйте своими публикациями',
  create: 'Создать статью',
  needsScript: 'Чтобы увидеть свои статьи, включите JavaScript в браузере.',
  loading: 'Загрузка...',

  subscribed: 'Подписка активна',
  pinned: 'Закреплен: {title}',
  notSubscribed: 'Нет подписки',
  subscribe: 'Подписаться',

  neverSaved: 'Ещё не стали статьями',
  planned: 'Выйдет {date}',
  hidden: 'Скрыта редакцией',
  hiddenReason: 'Причина: {reason}',
  noContent: 'Нет содержания',
  noCategory: 'Без категории',
  editName: 'Редактировать: {title}',
  deleteName: 'Удалить: {title}',

  empty: 'У вас пока нет статей',
  emptyText: 'Напишите первую: её можно сохранить черновиком и закончить потом.',
  notFound: 'Статьи не найдены',
  notFoundText: 'Попробуйте изменить параметры поиска',
};
