/** The section of the profile with the copy of the own data. */
export const heading = 'Скачать мои данные';
export const lead =
  'Архив со всем, что хранит о вас сайт: статьи, комментарии, изображения, платежи, настройки.';
export const request = 'Скачать мои данные';
export const requested = 'Собираем архив. Когда он будет готов, придёт письмо.';
export const preparing = 'Архив собирается. Когда он будет готов, придут уведомление и письмо.';
export const ready = 'Архив готов: {size}. Он хранится до {day}.';
export const download = 'Сохранить архив';
export const again = 'Собрать заново';
