/** Mails about the security of an account. */
type EventTexts = { subject: string; text: (siteName: string) => string };

const events = {
  'new-device': {
    subject: 'Вход с нового устройства',
    text: (siteName) =>
      `В вашу учётную запись на сайте ${siteName} вошли с нового устройства или из новой сети.`,
  },
  'password-changed': {
    subject: 'Пароль изменён',
    text: (siteName) =>
      `Пароль вашей учётной записи на сайте ${siteName} изменён. Остальные сеансы завершены.`,
  },
  'email-changed': {
    subject: 'Адрес почты изменён',
    text: (siteName) =>
      `У вашей учётной записи на сайте ${siteName} теперь другой адрес почты. Письма на этот адрес больше не приходят.`,
  },
  'totp-enabled': {
    subject: 'Приложение с кодами подключено',
    text: (siteName) =>
      `К вашей учётной записи на сайте ${siteName} подключено приложение с кодами для входа.`,
  },
  'totp-disabled': {
    subject: 'Приложение с кодами отключено',
    text: (siteName) =>
      `Для входа в вашу учётную запись на сайте ${siteName} больше не нужен код из приложения.`,
  },
  'passkey-added': {
    subject: 'Добавлен ключ доступа',
    text: (siteName) => `К вашей учётной записи на сайте ${siteName} добавлен ключ доступа.`,
  },
  'passkey-removed': {
    subject: 'Ключ доступа удалён',
    text: (siteName) => `Из вашей учётной записи на сайте ${siteName} удалён ключ доступа.`,
  },
  'recovery-code-used': {
    subject: 'Использован резервный код',
    text: (siteName) => `Вход в вашу учётную запись на сайте ${siteName} подтверждён резервным кодом.`,
  },
  'recovery-codes-created': {
    subject: 'Созданы новые резервные коды',
    text: (siteName) =>
      `Для вашей учётной записи на сайте ${siteName} созданы новые резервные коды. Прежние не действуют.`,
  },
  'second-factor-reset': {
    subject: 'Второй шаг входа сброшен',
    text: (siteName) =>
      `Приложение с кодами и ключи доступа вашей учётной записи на сайте ${siteName} отключены. Для входа теперь достаточно пароля.`,
  },
} satisfies Record<string, EventTexts>;

export const securityMail = {
  events: events as Record<keyof typeof events, EventTexts>,
  subject: (subject: string, siteName: string) => `${subject}: ${siteName}`,
  time: (time: string) => `Время: ${time} (Москва)`,
  device: (device: string) => `Устройство: ${device}`,
  advice:
    'Если это были вы, делать ничего не нужно. Если нет, смените пароль и завершите чужие сеансы на странице «Безопасность»:',
  adviceOldAddress:
    'Если это были не вы, сразу напишите нам через «Обратную связь». Войти и проверить учётную запись можно здесь:',

  changeSubject: (siteName: string) => `Смена адреса почты: ${siteName}`,
  changeOldText: (siteName: string, email: string) =>
    `На сайте ${siteName} попросили заменить этот адрес вашей учётной записи на ${email}.`,
  changeOldLink: 'Чтобы разрешить замену, перейдите по ссылке:',
  changeOldNote:
    'Ссылка действует 1 час. Адрес изменится, когда будет подтверждён и новый. Если это были не вы, не переходите по ссылке и смените пароль: это отменит замену.',
  changeUnverifiedNote:
    'Этот адрес не был подтверждён, поэтому достаточно подтвердить новый. Если замену попросили не вы, смените пароль: это её отменит.',
  changeNewText: (siteName: string) => `На сайте ${siteName} попросили указать этот адрес в учётной записи.`,
  changeNewLink: 'Подтвердите, что адрес принадлежит вам:',
  changeNewNote: 'Ссылка действует 1 час. Если это были не вы, просто удалите письмо.',
  changeTakenText: (siteName: string) =>
    `На сайте ${siteName} попросили указать этот адрес в другой учётной записи, но у вас с ним уже есть своя. Ничего не изменилось.`,
};
