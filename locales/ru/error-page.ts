/** The page that the server sends when it cannot or must not render one. */
export const errorPageTexts = {
  tooManyTitle: 'Слишком много запросов',
  tooManyText:
    'С вашего адреса за короткое время открыто очень много страниц. Подождите {wait} и обновите страницу.',
  unavailableTitle: 'Сайт временно недоступен',
  unavailableText: 'Сейчас слишком много посетителей, или идут работы. Подождите {wait} и обновите страницу.',
  internalTitle: 'Что-то пошло не так',
  internalText: 'Страницу не удалось показать. Попробуйте обновить её позже.',
  notFoundTitle: 'Страница не найдена',
  notFoundText: 'По этому адресу ничего нет. Проверьте его или начните с главной.',
  toHome: 'На главную',
};
