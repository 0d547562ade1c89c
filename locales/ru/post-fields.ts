/** Names of the fields of a post in its revisions. */
export const revisedFieldLabels = {
  title: 'Заголовок',
  standfirst: 'Вводка',
  content: 'Текст',
  image_caption: 'Подпись к картинке',
};
