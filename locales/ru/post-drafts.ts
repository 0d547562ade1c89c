/** Status and recovery of drafts in the post form. */

export const saving = 'Сохраняем…';
export const uploading = 'Загружаем картинки…';
export const uploadFailed = 'Не все картинки загрузились: список под текстом статьи';
export const saved = 'Сохранено в {time}';
export const savedWithoutCopy = 'Сохранено в {time}. На устройстве нет места, копия только на сервере';
export const offline = 'Нет связи, текст сохранён на устройстве';
export const server = 'Сервер не отвечает, текст сохранён на устройстве';
export const refused = 'Сервер не принял черновик, текст сохранён на устройстве';
export const session = 'Сеанс завершён, текст сохранён на устройстве';
export const waiting = 'Выберите вариант текста: до этого он сохраняется только на устройстве';
export const nowhere =
  'Текст не сохранён: его не принял сервер, а на устройстве нет места. Не закрывайте страницу';

export const found = 'Сохранён автоматически {date}';
export const foundOnDevice = 'Сохранён автоматически, только на этом устройстве, {date}';
export const gone = 'Этого текста больше нет: его удалили, или он уже стал статьёй.';
export const untitled = 'Без заголовка';
export const restore = 'Восстановить';
export const restoreName = 'Восстановить: {title}';
export const resume = 'Продолжить';
export const continueName = 'Продолжить: {title}';
export const remove = 'Удалить';
export const removeName = 'Удалить: {title}';
export const restored = 'Текст восстановлен';
export const removeTitle = 'Удалить этот текст?';
export const removeText = '«{title}» нельзя будет вернуть.';
export const keep = 'Оставить';

export const conflict = 'Этот текст изменили в другой вкладке';
export const conflictText =
  'В другой вкладке или на другом устройстве сохранили другой вариант ({date}). Ничего не потеряно: сравните тексты и выберите, с каким продолжить.';
