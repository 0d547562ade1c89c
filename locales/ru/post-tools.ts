/** Actions of authors and staff on a post. */

export const menu = 'Действия с постом «{title}»';
export const edit = 'Редактировать';
export const offFrontPage = 'Убрать с главной';
export const keptOffFrontPage = 'Статьи больше не будет на главной';
export const stats = 'Статистика';
export const deletePost = 'Удалить';
export const cancel = 'Отмена';

export const pinPost = 'Закрепить пост';
export const unpinPost = 'Открепить пост';
export const pinned = 'Пост закреплен';
export const unpinned = 'Пост откреплен';
export const pinFailed = 'Ошибка при изменении статуса закрепления';
export const needsSubscription = 'Для закрепления постов нужна активная подписка';
export const pinWanted = '{action}. Требуется активная подписка';
export const replaceTitle = 'У вас уже есть закрепленный пост. Хотите заменить его?';
export const replaceText = 'Сейчас закреплён пост «{title}». Закрепить можно только один.';
export const replace = 'Заменить';

export const deleteTitle = 'Вы уверены, что хотите удалить этот пост?';
export const deleteText = 'Статья исчезнет вместе с комментариями. Вернуть её будет нельзя.';
export const deleted = 'Пост успешно удален';
