export const posts = {
  titleRequired: 'Заголовок обязателен',
  titleTooLong: 'Заголовок не должен превышать {max} символов',
  contentRequired: 'Содержимое статьи обязательно',
  contentTooLong: 'Текст не должен превышать {max} символов',
  categoryUnknown: 'Такой категории нет.',
  contentTooComplex: 'Текст размечен слишком сложно: упростите вложенность и разметку.',
  notFound: 'Пост не найден.',
};
