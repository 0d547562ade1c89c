/** What editors place on the front page: messages of the API. */

export const endsEarly = 'Показ не может закончиться раньше, чем начнётся.';
export const tooMany = 'На главной можно расставить не больше {max} статей. Уберите лишние.';
export const unknownPost = 'Такой статьи нет. Возможно, её удалили.';
export const notPublished = 'Поставить на главную можно опубликованную или запланированную статью.';
export const stale = 'Главную только что изменил другой редактор.';
