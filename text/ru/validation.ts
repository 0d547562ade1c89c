/** Texts of the API for mistakes in what was sent. */
export const validation = {
  required: 'Обязательное поле.',
  invalid: 'Недопустимое значение.',
  tooLong: 'Не больше {max} символов.',
  tooShort: 'Не меньше {min} символов.',
  unreadable: 'Текст содержит недопустимые символы.',
  file: 'Отправьте файл.',
};
