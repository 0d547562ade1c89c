export const authorPage = {
  titleUnknown: 'Автор',
  description: 'Статьи автора {name} на News Site.',
  since: 'На сайте с {date}',
  posts: 'Статьи',
  noPosts: 'Статей пока нет',
  noPostsText: 'Автор ещё ничего не опубликовал.',
  readAll: 'Читать все статьи',
  edit: 'Редактировать профиль',
};
