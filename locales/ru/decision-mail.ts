/** The e-mails about a decision of a moderator and about an objection to it. */
export const decisionMail = {
  subjects: {
    moderation_decision: (site: string) => `${site}: решение модератора`,
    moderation_end: (site: string) => `${site}: решение модератора отменено`,
    objection_upheld: (site: string) => `${site}: решение оставлено в силе`,
    objection_overturned: (site: string) => `${site}: решение отменено по вашему возражению`,
  },
  rule: (title: string) => `Правило: ${title}`,
  reason: (reason: string) => `Причина: ${reason}`,
  until: (date: string) => `Действует до ${date}.`,
  ended: 'Это решение больше не действует.',
  upheld: 'Ваше возражение рассмотрел другой модератор. Решение остаётся в силе.',
  overturned: 'Ваше возражение рассмотрел другой модератор. Решение отменено.',
  objection: (date: string) =>
    `Если вы не согласны, возразите один раз до ${date}. Возражение рассмотрит другой модератор.`,
  link: 'Подробности и что можно сделать',
  disabled:
    'Войти на сайт сейчас нельзя. Если вы не согласны, ответьте без входа и назовите имя пользователя.',
  address: (email: string) => `Почта редакции: ${email}`,
  feedback: 'Написать редакции',
};
