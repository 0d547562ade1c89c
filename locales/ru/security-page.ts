export const title = 'Безопасность';
export const description = 'Второй шаг входа, сеансы и адрес почты вашей учётной записи.';
export const lead = 'Как вы входите на сайт, где вы вошли и куда приходят письма.';
export const needsScript = 'Чтобы увидеть настройки безопасности, включите JavaScript в браузере.';
export const loading = 'Загрузка настроек…';
export const cancel = 'Отмена';

export const setupTitle = 'Нужен второй шаг входа';
export const setupText =
  'На этом сайте редакция входит с кодом из приложения или с ключом доступа. Настройте второй шаг, и разделы откроются.';
export const setupLink = 'Настроить второй шаг';
export const setupNotice =
  'Вы работаете в редакции, поэтому нужен второй шаг входа. Подключите приложение с кодами или добавьте ключ доступа: до этого разделы редакции закрыты.';

export const passwordHeading = 'Пароль';
export const passwordText = 'После смены пароля остальные сеансы завершаются.';
export const passwordChange = 'Сменить пароль';

export const emailHeading = 'Адрес почты';
export const emailText = 'Письма приходят на {email}.';
export const emailLabel = 'Новый адрес';
export const emailSend = 'Сменить адрес';
export const emailSending = 'Отправка…';
export const emailSent = 'Письма отправлены. Откройте ссылки из них в течение часа.';
export const emailFailed = 'Не удалось начать смену адреса. Попробуйте позже.';
export const emailPending = 'Новый адрес: {email}. Откройте ссылки из писем до {time}.';
export const emailOldConfirmed = 'Прежний адрес подтверждён';
export const emailOldNeedless = 'Прежний адрес подтверждать не нужно';
export const emailOldWaits = 'Прежний адрес ждёт подтверждения';
export const emailNewConfirmed = 'Новый адрес подтверждён';
export const emailNewWaits = 'Новый адрес ждёт подтверждения';
export const emailCancel = 'Отменить смену адреса';
export const emailCancelled = 'Адрес остаётся прежним';

export const totpHeading = 'Приложение с кодами';
export const totpOff =
  'Приложение на телефоне показывает код, который меняется каждые полминуты. Подойдёт любое: Яндекс Ключ, Google Authenticator, Aegis.';
export const totpOn = 'Подключено {date}. При входе сайт спросит код из приложения.';
export const totpConnect = 'Подключить приложение';
export const totpScan = 'Отсканируйте картинку в приложении или введите ключ вручную.';
export const totpQr = 'QR-код для приложения с кодами';
export const totpSecret = 'Ключ';
export const totpCode = 'Код из приложения';
export const totpCodeHint = 'Шесть цифр';
export const totpEnable = 'Подключить';
export const totpEnabling = 'Проверка…';
export const totpEnabled = 'Приложение подключено';
export const totpFailed = 'Не удалось подключить приложение. Попробуйте позже.';
export const totpDisable = 'Отключить приложение';
export const totpDisableTitle = 'Отключить приложение с кодами?';
export const totpDisableText =
  'Код для входа больше не понадобится. Если других способов нет, хватит пароля.';
export const totpDisabled = 'Приложение отключено';

export const passkeysHeading = 'Ключи доступа';
export const passkeysText =
  'С ключом доступа вы входите по отпечатку, лицу или PIN-коду устройства, без пароля. Ключ не сработает на поддельном сайте.';
export const passkeysUnsupported = 'Этот браузер не поддерживает ключи доступа.';
export const passkeyAdd = 'Добавить ключ доступа';
export const passkeyName = 'Название';
export const passkeyNameHint = 'Чтобы отличить его от других: «Рабочий ноутбук».';
export const passkeyCreate = 'Создать ключ';
export const passkeyCreating = 'Создание…';
export const passkeyAdded = 'Ключ доступа добавлен';
export const passkeyCancelled = 'Ключ доступа не создан: браузер прервал запрос.';
export const passkeyFailed = 'Не удалось добавить ключ доступа. Попробуйте позже.';
export const passkeyCreated = 'Добавлен {date}';
export const passkeyUsed = 'последний вход {date}';
export const passkeyUnused = 'ещё не использован';
export const passkeySynced = 'синхронизируется';
export const passkeyRename = 'Переименовать';
export const passkeyRenameOf = 'Переименовать ключ «{name}»';
export const passkeyRenamed = 'Название сохранено';
export const passkeySave = 'Сохранить';
export const passkeyDelete = 'Удалить';
export const passkeyDeleteOf = 'Удалить ключ «{name}»';
export const passkeyDeleteTitle = 'Удалить ключ «{name}»?';
export const passkeyDeleteText =
  'Войти с ним больше не получится. На самом устройстве он останется, удалите его и там.';
export const passkeyDeleted = 'Ключ доступа удалён';

export const recoveryHeading = 'Резервные коды';
export const recoveryText =
  'Каждый код один раз заменяет приложение или ключ, если они потеряны. Осталось: {count}.';
export const recoveryFew = 'Кодов почти не осталось: создайте новые.';
export const recoveryCreate = 'Создать новые коды';
export const recoveryCreateTitle = 'Создать новые резервные коды?';
export const recoveryCreateText = 'Прежние коды перестанут действовать.';
export const recoveryTitle = 'Ваши резервные коды';
export const recoveryShownOnce =
  'Сохраните их сейчас: больше сайт их не покажет. Каждый код действует один раз.';
export const recoveryCopy = 'Скопировать';
export const recoveryCopied = 'Коды скопированы';
export const recoveryCopyFailed = 'Браузер не дал скопировать: выделите коды и скопируйте вручную.';
export const recoveryDownload = 'Скачать';
export const recoveryFile = 'Резервные коды {site}';
export const recoveryDone = 'Я сохранил коды';

export const sessionsHeading = 'Сеансы';
export const sessionsText =
  'Устройства, на которых вы вошли. Если видите чужое, завершите сеанс и смените пароль.';
export const sessionCurrent = 'Этот сеанс';
export const sessionUnknown = 'Неизвестное устройство';
export const sessionTimes = 'Вход {created}, последнее обращение {used}';
export const sessionEnd = 'Завершить';
export const sessionEndOf = 'Завершить сеанс: {device}, вход {created}';
export const sessionEnded = 'Сеанс завершён';
export const sessionsEndOthers = 'Завершить остальные сеансы';
export const sessionsEndTitle = 'Завершить остальные сеансы?';
export const sessionsEndText = 'На других устройствах придётся войти снова. Этот сеанс останется.';
export const sessionsEnded = 'Остальные сеансы завершены';

export const confirmTitle = 'Подтвердите, что это вы';
export const confirmText =
  'После входа прошло больше получаса. Для этого действия нужно подтверждение, оно действует полчаса.';
export const confirmPassword = 'Пароль';
export const confirmCode = 'Код из приложения или резервный код';
export const confirmSubmit = 'Подтвердить';
export const confirmSubmitting = 'Проверка…';
export const confirmFailed = 'Не удалось подтвердить. Попробуйте позже.';
export const withPasskey = 'С ключом доступа';

export const changeTitle = 'Смена адреса почты';
export const changeDescription = 'Подтверждение смены адреса почты.';
export const changeNeedsScript = 'Чтобы подтвердить адрес, включите JavaScript в браузере.';
export const changeLead = 'Подтвердите, что согласны на смену адреса учётной записи.';
export const changeConfirm = 'Подтвердить';
export const changeConfirming = 'Проверка…';
export const changeDone = 'Адрес изменён. Теперь письма приходят на новый.';
export const changeHalf = 'Этот адрес подтверждён. Осталось открыть ссылку из письма на другой адрес.';
export const changeDead = 'Ссылка недействительна или устарела. Начните смену адреса заново.';
export const changeNoToken = 'Откройте ссылку из письма целиком.';
export const changeFailed = 'Не удалось подтвердить адрес. Попробуйте ещё раз.';
export const toSecurity = 'Безопасность';
export const toHome = 'На главную';
