export const sessionUnknown = 'Такого сеанса нет или он уже завершён.';
export const confirmationRequired = 'Подтвердите, что это вы: после входа прошло больше получаса.';
export const secondFactorRequired = 'Введите код из приложения, резервный код или войдите с ключом доступа.';
export const secondFactorSetupRequired =
  'Для работы в редакции нужен второй шаг входа. Настройте его на странице «Безопасность».';
export const codeRequired = 'Введите код';
export const codeWrong = 'Код неверный или уже использован.';
export const totpNotStarted = 'Сначала запросите ключ для приложения.';
export const totpUnknown = 'Приложение с кодами не подключено.';
export const factorMissing = 'Сначала подключите приложение с кодами или ключ доступа.';
export const passkeyFailed = 'Ключ доступа не подошёл. Попробуйте ещё раз.';
export const passkeyUnknown = 'Такого ключа доступа нет.';
export const passkeyTaken = 'Этот ключ доступа уже добавлен.';
export const passkeyLimit = 'Ключей доступа уже {max}. Удалите ненужный, чтобы добавить новый.';
export const passkeyNameLong = 'Название не должно превышать {max} символов';
export const proofRequired = 'Введите пароль.';
export const emailSame = 'Это и есть ваш нынешний адрес.';
export const emailChangeUnknown = 'Смена адреса не начата.';
export const totpAlready = 'Приложение с кодами уже подключено.';
export const passkeyNameRequired = 'Введите название';
export const deletionUnknown = 'Удаление не запрошено или уже началось.';
export const deletionLastAdministrator =
  'Вы единственный администратор сайта. Сначала передайте эту роль другому человеку.';
export const dataCopyUnknown =
  'Ссылка больше не действует. Откройте профиль и нажмите «Сохранить архив» ещё раз.';
