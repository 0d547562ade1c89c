/** The category page of the staff. */

export const add = 'Новая категория';
export const name = 'Название';
export const description = 'Описание';
export const descriptionHint = 'Пара слов о том, что в категории. Можно не указывать.';
export const create = 'Создать';
export const created = 'Категория «{name}» создана';
export const edit = 'Изменить';
export const editName = 'Изменить категорию «{name}»';
export const save = 'Сохранить';
export const saved = 'Категория сохранена';
export const cancel = 'Отмена';
export const remove = 'Удалить';
export const removeName = 'Удалить категорию «{name}»';
export const removeTitle = 'Удалить категорию «{name}»?';
export const removeEmpty = 'В категории нет опубликованных статей. Черновики останутся без категории.';
export const removeText =
  'В категории {count}. Они не удалятся, но останутся без категории. Вернуть как было нельзя.';
export const removed = 'Категория удалена';
export const failed = 'Не удалось сохранить категорию';
export const empty = 'Категории не найдены';
export const emptyText = 'Пока нет созданных категорий';
export const found = 'Все категории';
