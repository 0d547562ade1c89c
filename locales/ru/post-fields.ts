/** The names of the fields of a post in its history. */
export const revisedFieldLabels = { title: 'Заголовок', content: 'Текст' };
