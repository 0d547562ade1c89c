/** The public name of a deleted account. */
export const deletedAccount = { firstName: 'Удалённый', lastName: 'пользователь' };

const subjects = {
  requested: 'Учётная запись будет удалена',
  cancelled: 'Учётная запись остаётся',
  deleted: 'Учётная запись удалена',
};
type Event = keyof typeof subjects;
type Values = { siteName: string; day: string };

const texts: Record<Event, (values: Values) => string> = {
  requested: ({ siteName, day }) =>
    `Вы попросили удалить вашу учётную запись на сайте ${siteName}. Она будет удалена ${day}. До этого дня можно передумать.`,
  cancelled: ({ siteName }) => `Ваша учётная запись на сайте ${siteName} остаётся: её удаление отменено.`,
  deleted: ({ siteName }) =>
    `Ваша учётная запись на сайте ${siteName} удалена: имя, адрес почты, черновики, уведомления и всё остальное, что было видно только вам. Это последнее письмо.`,
};

export const deletionMail = {
  subject: (event: Event, siteName: string) => `${subjects[event]}: ${siteName}`,
  text: (event: Event, values: Values) => texts[event](values),
  choice: {
    keep: 'Опубликованные статьи и комментарии останутся без вашего имени.',
    remove: 'Статьи, комментарии и изображения будут удалены вместе с ней.',
  },
  cancelLink: 'Чтобы отменить удаление, войдите и нажмите «Отменить удаление»:',
  stranger: 'Если это были не вы, войдите, отмените удаление и смените пароль.',
  securityLink: 'Если это были не вы, смените пароль и завершите чужие сеансы на странице «Безопасность»:',
  deletedPayments:
    'Если вы что-то оплачивали, сведения о платежах останутся на срок, которого требует закон о бухгалтерском учёте.',
};
