/** The frame of every page: name, overlay, toasts, error screens. */
export const site = {
  name: 'News Site',
  description:
    'Новости, статьи и блоги на русском языке: читайте, пишите сами и обсуждайте прочитанное с другими.',
  skipToContent: 'Перейти к содержанию',
  loading: 'Загрузка...',
  toasts: 'Уведомления',
  closeToast: 'Закрыть уведомление',

  toHome: 'На главную',
  errorTitle: 'Что-то пошло не так',
  errorText: 'Страницу не удалось показать. Попробуйте ещё раз: обычно это помогает.',
  unavailableTitle: 'Сайт временно недоступен',
  retry: 'Повторить',
};
