/** Buttons that scripts add to the text of an article. */

export const copy = 'Копировать';
export const copied = 'Код скопирован в буфер обмена';
export const copyFailed = 'Не удалось скопировать код';
export const pictures = 'Просмотр изображений';
export const close = 'Закрыть';
export const previous = 'Предыдущее изображение';
export const next = 'Следующее изображение';
export const zoom = 'Увеличить или уменьшить';
export const position = '{number} из {count}';
export const failed = 'Не удалось загрузить изображение.';
