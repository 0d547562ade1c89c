export const purchase = 'Подписка «{plan}»';
export const planRequired = 'Выберите тариф.';
export const planUnknown = 'Такого тарифа нет.';
export const methodUnknown = 'Этот способ оплаты недоступен.';
export const returnUrlInvalid = 'Нужен адрес, который начинается с http:// или https://.';
export const returnUrlForeign = 'Вернуться после оплаты можно только на этот сайт.';
export const alreadySubscribed = 'Подписка уже действует. Продлить её можно за 7 дней до окончания.';
export const notFound = 'Платёж не найден.';
export const notPending = 'Отменить можно только незавершённый платёж.';
export const notFailed = 'Повторить можно только неудавшийся платёж.';
export const offerChanged =
  'Условия тарифа «{plan}» изменились: теперь он стоит {price} за {term}. Чтобы купить его, оформите подписку заново.';
export const offerWithdrawn =
  'Тариф «{plan}» больше не продаётся. Выберите другой и оформите подписку заново.';
export const notRefundable = 'По этому платежу нельзя вернуть деньги.';
export const amountRequired = 'Укажите сумму возврата.';
export const amountInvalid = 'Укажите сумму числом, например 299 или 299,50.';
export const amountTooLarge = 'Сумма больше, чем осталось вернуть.';
export const refundNotFound = 'Возврат не найден.';
export const refundRefused = 'Платёжная система отказала в возврате.';
export const providerRefused = 'Платёжная система отклонила платёж.';
export const providerSilent = 'Платёжная система не отвечает. Попробуйте ещё раз через минуту.';
export const cancelledMeanwhile = 'Платёж отменён. Начните оплату заново.';
export const webhookUnverified = 'Уведомление не подтверждено.';
