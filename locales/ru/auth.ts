export const userNotFound = 'Такого автора нет.';
export const usernameRequired = 'Имя пользователя обязательно';
export const usernameTooShort = 'Имя пользователя должно содержать минимум {min} символа';
export const usernameCharacters = 'Недопустимые символы в имени пользователя';
export const usernameMixed = 'В имени пользователя нельзя смешивать кириллицу и латиницу';
export const usernameIsEmail =
  'Имя пользователя видят все, поэтому адрес почты здесь не подходит: придумайте другое имя';
export const usernameTaken = 'Пользователь с таким именем уже существует.';
export const emailRequired = 'Email обязателен';
export const emailInvalid = 'Некорректный email адрес';
export const emailMixed = 'После @ в одном слове смешаны русские и латинские буквы. Проверьте адрес.';
export const emailUnicode =
  'Почта сайта не доставляет письма на адреса, в которых до @ есть буквы не из латинского алфавита. Укажите другой адрес.';
export const emailTaken = 'Пользователь с таким email уже существует.';
export const passwordRequired = 'Пароль обязателен';
export const passwordTooShort = 'Пароль должен содержать минимум {min} символов';
export const passwordTooLong = 'Пароль не должен превышать {max} символов';
export const passwordNumeric = 'Пароль не может состоять только из цифр';
export const passwordCommon = 'Такой пароль слишком часто встречается';
export const passwordLikeName = 'Пароль слишком похож на имя или email';
export const passwordsDiffer = 'Пароли не совпадают';
export const accountDisabled =
  'Учётная запись отключена редакцией. Если это ошибка, напишите нам через «Обратную связь».';
export const accountDisabledFor =
  'Учётная запись отключена редакцией. Причина: «{reason}». Если это ошибка, напишите нам через «Обратную связь».';
export const wrongCredentials = 'Неверный email или пароль.';
export const oldPasswordRequired = 'Введите текущий пароль';
export const oldPasswordWrong = 'Текущий пароль указан неверно.';
export const refreshRequired = 'Не передан refresh-токен.';
export const refreshInvalid = 'Неверный refresh-токен.';
export const linkRequired = 'Не передан код из письма.';
export const linkInvalid = 'Ссылка недействительна или устарела. Запросите новую.';
