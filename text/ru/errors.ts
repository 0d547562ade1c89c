/** General answers of the API, and the catalogue of the client (specification 8). */
export const errors = {
  sessionExpired: 'Сессия истекла. Пожалуйста, войдите снова.',
  loginRequired: 'Необходима авторизация.',
  forbidden: 'У вас нет прав для выполнения этого действия.',
  notFound: 'Запрашиваемый ресурс не найден.',
  tooManyRequests: 'Слишком много запросов. Попробуйте позже.',
  internal: 'Внутренняя ошибка сервера. Попробуйте позже.',
  unexpected: 'Произошла неожиданная ошибка.',
  noResponse: 'Не удается подключиться к серверу.',
  beforeSending: 'Произошла ошибка при отправке запроса.',

  tokenInvalid: 'Токен недействителен или истёк.',
  badJson: 'Тело запроса не читается: проверьте формат.',
  methodNotAllowed: 'Метод {method} здесь не поддерживается.',
  mediaType: 'Такой тип содержимого не поддерживается.',
  keyInvalid: 'Idempotency-Key: от 1 до 255 печатных символов ASCII без пробелов.',
  keyInFlight: 'Этот запрос уже выполняется. Повторите через секунду.',
  keyReused: 'Этот Idempotency-Key уже отправлен с другим запросом.',
  tooLarge: 'Слишком большой запрос.',
  unavailable: 'Сервис временно недоступен. Попробуйте через несколько секунд.',
  pageNotFound: 'Такой страницы нет.',
};
