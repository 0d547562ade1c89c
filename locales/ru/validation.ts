/** Validation messages of the API. */

export const required = 'Обязательное поле.';
export const invalid = 'Недопустимое значение.';
export const tooLong = 'Не больше {max} символов.';
export const tooShort = 'Не меньше {min} символов.';
export const unreadable = 'Текст содержит недопустимые символы.';
export const file = 'Отправьте файл.';
