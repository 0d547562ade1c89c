/** Password change and password reset. */

export const changeTitle = 'Смена пароля';
export const changeDescription = 'Новый пароль для вашего аккаунта.';
export const changeLead = 'После смены пароля на других устройствах нужно будет войти заново.';
export const current = 'Текущий пароль';
export const next = 'Новый пароль';
export const repeat = 'Подтверждение нового пароля';
export const cancel = 'Отмена';
export const change = 'Изменить пароль';
export const changing = 'Изменение...';
export const changed = 'Пароль успешно изменен';
export const changeFailed = 'Ошибка изменения пароля';
export const needsScript = 'Чтобы сменить пароль, включите JavaScript в браузере.';

export const resetTitle = 'Восстановление пароля';
export const resetDescription = 'Забыли пароль? Задайте новый по ссылке из письма.';
export const resetLead =
  'Укажите адрес, с которым вы регистрировались: мы пришлём ссылку, чтобы задать новый пароль.';
export const resetBack = 'Вернуться ко входу';
export const resetEmail = 'Email адрес';
export const resetEmailPlaceholder = 'your@email.com';
export const resetSend = 'Отправить';
export const resetSending = 'Отправка...';
export const resetFailed = 'Не удалось отправить запрос. Попробуйте ещё раз.';
export const resetSentTitle = 'Проверьте почту';
export const resetSentText =
  'Если с адресом {email} зарегистрирован аккаунт, мы отправили туда ссылку для нового пароля. Она действует 1 час.';
export const resetSentHint = 'Письма нет? Загляните в спам и проверьте, тот ли это адрес.';
export const resetAgain = 'Указать другой адрес';

export const newHeading = 'Новый пароль';
export const newLead = 'После этого нужно будет войти заново на всех устройствах.';
export const newSave = 'Сохранить пароль';
export const newSaving = 'Сохранение...';
export const newFailed = 'Не удалось сохранить пароль. Попробуйте ещё раз.';
export const newSavedTitle = 'Пароль изменён';
export const newSavedText = 'Теперь войдите с новым паролем.';
export const newLogin = 'Войти';
export const linkDeadTitle = 'Ссылка не подошла';
export const linkDeadText = 'Она устарела или ею уже воспользовались. Запросите новую: это займёт минуту.';
export const linkRequest = 'Запросить новую ссылку';
