/** Revisions of a post. */

export const title = 'История изменений';
export const description = 'Прежние версии вашей статьи.';
export const lead = 'Каждое сохранение текста остаётся здесь, и к любому можно вернуться.';
export const link = 'История изменений';
export const loading = 'Загрузка...';
export const needsScript = 'Чтобы увидеть историю изменений, включите JavaScript в браузере.';
export const forbidden = 'У вас нет прав на просмотр истории этого поста';
export const toPost = 'К статье';
export const toEdit = 'Редактировать';

export const versions = 'Версии';
export const present = 'Сейчас на сайте';
export const byNobody = 'Автор удалён';

export const none = 'Текст ещё не меняли';
export const noneText = 'Когда вы измените заголовок или текст статьи, прежний вариант появится здесь.';

export const compared = 'Версия от {date} и нынешний текст';
export const legendRemoved = 'Было тогда';
export const legendAdded = 'Стало сейчас';
export const onlyMine = 'Только в вашем варианте';
export const onlyTheirs = 'Только в сохранённом';
export const same = 'Текст этой версии совпадает с нынешним.';
export const tooDifferent = 'Тексты слишком разные, чтобы сравнить их по словам. Ниже — версия целиком.';
export const cover = 'Обложка этой версии';
export const coverOf = 'Обложка: {title}';
export const removed = 'Удалено:';
export const added = 'Добавлено:';

export const restore = 'Вернуть эту версию';
export const restoreHint = 'Нынешний текст не пропадёт: он останется в этом списке.';
export const restored = 'Версия возвращена';
