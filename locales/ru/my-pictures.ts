/** The list of own pictures. */

export const title = 'Мои изображения';
export const description = 'Изображения, которые вы загрузили.';
export const heading = 'Мои изображения';
export const lead =
  'Всё, что вы загрузили для статей и профиля. То, что нигде не показано, через сутки удаляется само.';
export const needsScript = 'Чтобы увидеть свои изображения, включите JavaScript в браузере.';
export const loading = 'Загрузка…';
export const empty = 'Вы ещё не загружали изображений';
export const emptyText = 'Они появятся здесь, когда вы вставите их в статью.';
export const write = 'Написать статью';
export const picture = 'Изображение от {date}';
export const details = '{width} × {height}, {size}';
export const used = 'Показано на сайте';
export const usedHint = 'Чтобы удалить, сначала уберите его из статей, черновиков и профиля.';
export const unused = 'Нигде не показано';
export const remove = 'Удалить';
export const removeName = 'Удалить изображение от {date}';
export const removeTitle = 'Удалить изображение?';
export const removeText = 'Файл исчезнет с сайта без возможности восстановления.';
export const removed = 'Изображение удалено';
export const cancel = 'Отмена';
