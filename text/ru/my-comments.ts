/** The reader's own comments. */
export const myComments = {
  title: 'Мои комментарии',
  description: 'Ваши комментарии на News Site.',
  heading: 'Мои комментарии',
  lead: 'Управляйте своими комментариями',
  needsScript: 'Чтобы увидеть свои комментарии, включите JavaScript в браузере.',
  loading: 'Загрузка...',
  to: 'К статье:',
  withdrawn: 'Статья снята с публикации',
  inDiscussion: 'В обсуждении',
  inDiscussionOf: 'Открыть комментарий в обсуждении статьи «{title}»',
  own: 'ваш комментарий к статье «{title}»',
  empty: 'У вас пока нет комментариев',
  emptyText: 'Прочитайте статью и расскажите, что вы о ней думаете.',
  read: 'Читать статьи',
};
