export const contentRequired = 'Комментарий не может быть пустым';
export const postUnknown = 'Такого поста нет.';
export const parentUnknown = 'Комментария, на который вы отвечаете, нет.';
export const tooDeep = 'Обсуждение слишком глубокое: ответьте на комментарий выше.';
export const closed = 'Автор закрыл комментарии к этому посту.';
export const notFound = 'Комментарий не найден.';
export const deleted = '[Комментарий удалён]';
export const hidden = 'Комментарий скрыт модератором';
