/** E-mails about payments and subscriptions. */
export const billingMail = {
  link: 'Всё о вашей подписке и платежах:',

  paidSubject: (siteName: string) => `Подписка оплачена: ${siteName}`,
  paidText: (sum: string) => `Мы получили вашу оплату: ${sum}. Спасибо!`,
  paidUntil: (date: string) => `Подписка действует до ${date} года.`,

  failedSubject: (siteName: string) => `Оплата не прошла: ${siteName}`,
  failedText: (sum: string) => `Оплата подписки на сумму ${sum} не прошла, деньги не списаны.`,
  failedNote: 'Попробуйте ещё раз или выберите другой способ оплаты.',

  refundedSubject: (siteName: string) => `Деньги возвращены: ${siteName}`,
  refundedText: (sum: string) => `Мы вернули вам ${sum}. Срок зачисления зависит от вашего банка.`,
  refundedAll: 'Платёж возвращён полностью.',
  refundedPart: 'Платёж возвращён частично, подписка продолжает действовать.',

  endingSubject: (siteName: string, days: number) =>
    days === 1 ? `Подписка заканчивается завтра: ${siteName}` : `Подписка скоро закончится: ${siteName}`,
  endingText: (date: string, days: number) =>
    days === 1
      ? `Ваша подписка действует до ${date} года: остался один день.`
      : `Ваша подписка действует до ${date} года.`,
  endingNote:
    'Чтобы не прерывать её, продлите подписку заранее: новый срок начнётся, когда закончится нынешний.',

  expiredSubject: (siteName: string) => `Подписка закончилась: ${siteName}`,
  expiredText: (date: string) => `Срок вашей подписки истёк ${date} года, закреплённый пост откреплён.`,
  expiredNote: 'Оформить подписку снова можно в любой момент.',
};
