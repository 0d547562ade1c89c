export const title = 'Вход';
export const description = 'Войдите, чтобы писать статьи и участвовать в обсуждениях.';
export const heading = 'Вход в аккаунт';
export const orRegister = 'Или создайте новый аккаунт';
export const email = 'Email адрес';
export const emailPlaceholder = 'your@email.com';
export const password = 'Пароль';
export const passwordPlaceholder = 'Введите пароль';
export const forgotten = 'Забыли пароль?';
export const showPassword = 'Показать пароль';
export const hidePassword = 'Скрыть пароль';
export const submit = 'Войти';
export const submitting = 'Вход...';
export const welcome = 'Добро пожаловать!';
export const failed = 'Произошла ошибка при входе. Попробуйте позже.';
export const needsScript = 'Чтобы войти, включите JavaScript в браузере.';

export const codeLead =
  'Пароль верный. Остался второй шаг: код из приложения, резервный код или ключ доступа.';
export const code = 'Код';
export const codeHint = 'Шесть цифр из приложения или резервный код.';
export const back = 'Назад';
export const withPasskey = 'Использовать ключ доступа';
export const passkeyCancelled = 'Вход с ключом доступа не состоялся: браузер прервал запрос.';

export const againTitle = 'Войдите снова';
export const againText = 'Сеанс завершён, но текст на месте: после входа вы продолжите с того же слова.';
