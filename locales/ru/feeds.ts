/** Titles of feeds, and the links to them. */

export const categoryTitle = '{name}: {site}';
export const categoryDescription = 'Новые статьи категории «{name}».';
export const authorTitle = '{name}: {site}';
export const authorDescription = 'Новые статьи автора {name}.';
export const commentsTitle = 'Комментарии к статье «{title}»: {site}';
export const commentsDescription = 'Новые комментарии к статье «{title}».';
export const commentTitle = '{name}: комментарий к статье «{title}»';
export const subscribe = 'Читать в RSS';
export const subscribeToCategory = 'Читать категорию в RSS';
export const subscribeToAuthor = 'Читать автора в RSS';
