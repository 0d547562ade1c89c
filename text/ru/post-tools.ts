/** What authors and the staff do with a post, wherever it stands. */
export const postTools = {
  menu: 'Действия с постом «{title}»',
  edit: 'Редактировать',
  delete: 'Удалить',
  cancel: 'Отмена',
  working: 'Обработка...',

  pin: 'Закрепить',
  unpin: 'Открепить',
  pinPost: 'Закрепить пост',
  unpinPost: 'Открепить пост',
  pinned: 'Пост закреплен',
  unpinned: 'Пост откреплен',
  pinFailed: 'Ошибка при изменении статуса закрепления',
  needsSubscription: 'Для закрепления постов нужна активная подписка',
  pinWanted: '{action}. Требуется активная подписка',
  replaceTitle: 'У вас уже есть закрепленный пост. Хотите заменить его?',
  replaceText: 'Сейчас закреплён пост «{title}». Закрепить можно только один.',
  replace: 'Заменить',

  deleteTitle: 'Вы уверены, что хотите удалить этот пост?',
  deleteText: 'Статья исчезнет вместе с комментариями. Вернуть её будет нельзя.',
  deleted: 'Пост успешно удален',
};
