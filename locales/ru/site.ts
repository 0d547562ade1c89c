/** The frame of every page: overlay, toasts, error screens. The name and the description are defaults of the configuration. */

export const name = 'News Site';
export const description =
  'Новости, статьи и блоги на русском языке: читайте, пишите сами и обсуждайте прочитанное с другими.';
export const skipToContent = 'Перейти к содержанию';
export const loading = 'Загрузка...';
export const toasts = 'Уведомления';
export const closeToast = 'Закрыть уведомление';

export const toHome = 'На главную';
export const errorTitle = 'Что-то пошло не так';
export const errorText = 'Страницу не удалось показать. Попробуйте ещё раз: обычно это помогает.';
export const unavailableTitle = 'Сайт временно недоступен';
export const retry = 'Повторить';
export const searchDescription = 'Поиск статей: {site}';
