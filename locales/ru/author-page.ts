export const titleUnknown = 'Автор';
export const description = 'Статьи автора {name}.';
export const since = 'На сайте с {date}';
export const posts = 'Статьи';
export const noPosts = 'Статей пока нет';
export const noPostsText = 'Автор ещё ничего не опубликовал.';
export const readAll = 'Читать все статьи';
export const edit = 'Редактировать профиль';
