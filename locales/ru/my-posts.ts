/** The list of own posts. */

export const title = 'Мои посты';
export const description = 'Ваши статьи и черновики.';
export const heading = 'Мои статьи';
export const lead = 'Управляйте своими публикациями';
export const create = 'Создать статью';
export const stats = 'Статистика';
export const needsScript = 'Чтобы увидеть свои статьи, включите JavaScript в браузере.';
export const loading = 'Загрузка...';

export const subscribed = 'Подписка активна';
export const pinned = 'Закреплен: {title}';
export const notSubscribed = 'Нет подписки';
export const subscribe = 'Подписаться';

export const moreDrafts = 'Показать все черновики: {count}';
export const waiting = 'На проверке';
export const hidden = 'Скрыта редакцией';
export const hiddenReason = 'Причина: {reason}';
export const noContent = 'Нет содержания';
export const noCategory = 'Без категории';
export const editName = 'Редактировать: {title}';
export const statsName = 'Статистика: {title}';
export const deleteName = 'Удалить: {title}';

export const empty = 'У вас пока нет статей';
export const emptyText = 'Напишите первую: её можно сохранить черновиком и закончить потом.';
export const notFound = 'Статьи не найдены';
export const notFoundText = 'Попробуйте изменить параметры поиска';
