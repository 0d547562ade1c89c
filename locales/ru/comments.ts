export const contentRequired = 'Комментарий не может быть пустым';
export const postUnknown = 'Такого поста нет.';
export const parentUnknown = 'Комментария, на который вы отвечаете, нет.';
export const tooDeep = 'Обсуждение слишком глубокое: ответьте на комментарий выше.';
export const closed = 'Автор закрыл комментарии к этому посту.';
export const locked = 'Модераторы закрыли это обсуждение.';
export const expired = 'Обсуждение закрыто: срок для новых комментариев прошёл.';
export const slowMode =
  'В этом обсуждении медленный режим: следующий комментарий можно отправить через {wait}.';
export const pinUnknown = 'Закрепить можно комментарий этого обсуждения, не ответ и не удалённый.';
export const notFound = 'Комментарий не найден.';
export const deleted = '[Комментарий удалён]';
export const waiting = 'Комментарий проверяет модератор';
export const hidden = 'Комментарий скрыт модератором';
