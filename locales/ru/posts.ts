export const titleRequired = 'Заголовок обязателен';
export const standfirstTooLong = 'Вводка не должна превышать {max} символов';
export const imageCaptionTooLong = 'Подпись не должна превышать {max} символов';
export const titleTooLong = 'Заголовок не должен превышать {max} символов';
export const contentRequired = 'Содержимое статьи обязательно';
export const contentTooLong = 'Текст не должен превышать {max} символов';
export const categoryUnknown = 'Такой категории нет.';
export const imageUnknown = 'Такой картинки нет: загрузите её ещё раз.';
export const contentTooComplex = 'Текст размечен слишком сложно: упростите вложенность и разметку.';
export const scheduleInPast = 'Выберите время в будущем.';
export const scheduleNeedsDraft = 'Отложить можно только публикацию черновика.';
export const stale = 'Пока вы редактировали, пост изменили. Сравните тексты и сохраните ещё раз.';
export const revisionNotFound = 'Такой версии нет.';
export const notFound = 'Пост не найден.';
export const withdrawn = 'Снятая публикация';

export const draftNotFound = 'Такого черновика нет.';
export const draftStale = 'Этот текст сохранён в другой вкладке или на другом устройстве.';
