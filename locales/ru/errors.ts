/** General error messages of the API, and the messages that the client shows for each status (`docs/api.md`, "Errors"). */

export const sessionExpired = 'Сессия истекла. Пожалуйста, войдите снова.';
export const loginRequired = 'Необходима авторизация.';
export const forbidden = 'У вас нет прав для выполнения этого действия.';
export const restricted =
  'Модератор отключил для вас это действие. Причина и срок — в разделе «Решения модераторов».';
export const restrictedUntil =
  'Модератор отключил для вас это действие до {until}. Причина — в разделе «Решения модераторов».';
export const notFound = 'Запрашиваемый ресурс не найден.';
export const tooManyRequests = 'Слишком много запросов. Попробуйте позже.';
export const internal = 'Внутренняя ошибка сервера. Попробуйте позже.';
export const unexpected = 'Произошла неожиданная ошибка.';
export const noResponse = 'Не удается подключиться к серверу.';
export const beforeSending = 'Произошла ошибка при отправке запроса.';

export const tokenInvalid = 'Токен недействителен или истёк.';
export const badJson = 'Тело запроса не читается: проверьте формат.';
export const methodNotAllowed = 'Метод {method} здесь не поддерживается.';
export const mediaType = 'Такой тип содержимого не поддерживается.';
export const keyInvalid = 'Idempotency-Key: от 1 до 255 печатных символов ASCII без пробелов.';
export const keyInFlight = 'Этот запрос уже выполняется. Повторите через секунду.';
export const keyReused = 'Этот Idempotency-Key уже отправлен с другим запросом.';
export const keyOfDeleted = 'Запрос с этим Idempotency-Key выполнен, а то, что он создал, удалено.';
export const tooLarge = 'Слишком большой запрос.';
export const bodyTooSlow = 'Запрос передавался слишком долго. Проверьте соединение и отправьте его ещё раз.';
export const badRequest = 'Запрос не читается: он не соответствует протоколу HTTP.';
export const headersTooLarge = 'Слишком длинный адрес или заголовки запроса.';
export const unavailable = 'Сервис временно недоступен. Попробуйте через несколько секунд.';
export const maintenance =
  'Идут технические работы: читать сайт можно, а сохранять пока нельзя. Попробуйте через несколько минут.';
export const storageFull = 'На сервере закончилось место. Ничего не сохранено, попробуйте позже.';
export const storageReadOnly =
  'Диск сервера не принимает записи: читать можно, сохранять пока нельзя. Ничего не сохранено, попробуйте позже.';
export const pageNotFound = 'Такой страницы нет.';
