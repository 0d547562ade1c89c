/** E-mails about an account. */
export const accountMail = {
  verifySubject: (siteName: string) => `Подтвердите адрес почты: ${siteName}`,
  verifyText: (siteName: string) => `На сайте ${siteName} с этим адресом создана учётная запись.`,
  verifyLink: 'Подтвердите, что адрес принадлежит вам:',
  verifyNote: 'Ссылка действует 7 дней. Если учётную запись создали не вы, просто удалите это письмо.',

  resetSubject: (siteName: string) => `Восстановление пароля: ${siteName}`,
  resetText: (siteName: string) => `На сайте ${siteName} попросили сменить пароль вашей учётной записи.`,
  resetLink: 'Чтобы задать новый пароль, перейдите по ссылке:',
  resetNote:
    'Ссылка действует 1 час и только один раз. Если это были не вы, удалите письмо: пароль не изменится.',
};
