/** The page of the link that confirms an e-mail address. */

export const title = 'Подтверждение адреса';
export const description = 'Подтвердите адрес электронной почты, с которым зарегистрирован ваш аккаунт.';
export const lead = 'Осталось нажать на кнопку: так мы узнаем, что почта принадлежит вам.';
export const confirm = 'Подтвердить адрес';
export const confirming = 'Подтверждение...';
export const failed = 'Не удалось подтвердить адрес. Попробуйте ещё раз.';
export const doneTitle = 'Адрес подтверждён';
export const doneText = 'Спасибо! Теперь письма, например для восстановления пароля, точно дойдут до вас.';
export const toProfile = 'Перейти в профиль';
export const toHome = 'На главную';
export const deadTitle = 'Ссылка не подошла';
export const deadText =
  'Она устарела или ею уже воспользовались. Отправьте себе новое письмо, если адрес ещё не подтверждён.';
export const noTokenTitle = 'Откройте ссылку из письма';
export const noTokenText =
  'На этой странице подтверждают адрес по ссылке из письма. Письмо можно отправить ещё раз.';
export const alreadyTitle = 'Адрес уже подтверждён';
export const alreadyText = 'Делать больше ничего не нужно.';
export const resend = 'Отправить письмо ещё раз';
export const resendLogin = 'Войти и отправить письмо';
export const resent = 'Письмо отправлено на {email}';
export const needsScript = 'Чтобы подтвердить адрес, включите JavaScript в браузере.';
