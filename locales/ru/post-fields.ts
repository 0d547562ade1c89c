/** Names of the fields of a post in its revisions. */
export const revisedFieldLabels = { title: 'Заголовок', content: 'Текст' };
