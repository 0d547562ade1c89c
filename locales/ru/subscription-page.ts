/** The subscription page, and the pages after a payment. */

export const title = 'Подписка';
export const description = 'Подписка: тарифы, срок действия, закреплённая статья и история платежей.';
export const heading = 'Управление подпиской';
export const intro = 'Тариф, срок действия, закреплённая статья и все платежи в одном месте.';
export const needsScript = 'Чтобы управлять подпиской, включите в браузере JavaScript.';
export const failed = 'Ошибка загрузки данных';
export const retry = 'Повторить';

export const openTitle = 'Незавершённая оплата';
export const openText = '{sum}, начата {date}. Можно продолжить с того же места или отменить.';
export const resume = 'Продолжить оплату';
export const cancelOpen = 'Отменить платёж';
export const openCancelled = 'Платёж отменён';

export const current = 'Текущая подписка';
export const isActive = 'Активна';
export const isInactive = 'Неактивна';
export const plan = 'Тарифный план';
export const unknownPlan = 'Неизвестный план';
export const status = 'Статус';
export const statusActive = 'Активна';
export const statusExpired = 'Истекла';
export const statusCancelled = 'Отменена';
export const statusPending = 'Ожидает';
export const statusUnknown = 'Неизвестно';
export const startDate = 'Дата начала';
export const endDate = 'Дата окончания';
export const noDate = 'Не указано';
export const badDate = 'Некорректная дата';
export const remaining = 'Осталось';
export const pinned = 'Закрепленный пост';
export const untitled = 'Без названия';
export const noText = 'Нет описания';
export const pinnedAt = 'Закреплен: {date}';
export const unpin = 'Открепить';
export const unpinned = 'Пост откреплен';
export const unpinFailed = 'Ошибка при откреплении поста';
export const nothingPinned = 'У вас нет закрепленных постов';
export const toMyPosts = 'Перейти к моим постам';
export const managePosts = 'Управлять постами';
export const cancel = 'Отменить подписку';
export const cancelling = 'Отмена...';
export const cancelTitle = 'Вы уверены, что хотите отменить подписку?';
export const cancelText =
  'Доступ закончится сразу, а не {date}: {days} пропадут. Закреплённый пост открепится.';
export const cancelMoney = 'Деньги сами не вернутся; о возврате можно написать редакции.';
export const keep = 'Оставить подписку';
export const cancelled = 'Подписка отменена';
export const cancelFailed = 'Ошибка при отмене подписки';

export const choose = 'Выберите план подписки';
export const renew = 'Продлить подписку';
export const renewText = 'Новый срок начнётся, когда закончится нынешний.';
export const per = 'за {days}';
export const oneOff = 'Разовая оплата, без автопродления';
export const select = 'Выбрать план';
export const selectName = 'Выбрать план «{name}»';
export const selecting = 'Обработка...';
export const noPlans = 'Планы недоступны';
export const noPlansText = 'В данный момент нет доступных планов подписки';
export const checkoutFailed = 'Ошибка при создании сессии оплаты';

export const benefits = 'Преимущества подписки';
export const benefit = 'Закрепление своей статьи';
export const benefitText =
  'Одна ваша статья стоит наверху общего списка и своей категории, с отметкой «Закреплен». Её можно менять когда угодно.';
export const benefitRotation =
  'Если закреплённых статей больше двадцати, они показываются по очереди. Писать, читать и комментировать можно и без подписки.';
export const pictureTitle = 'Ваша статья';
export const pictureCaption = 'Так закреплённая статья выглядит в списке.';

export const payments = 'История платежей';
export const noPayments = 'Платежей пока не было.';
export const paymentDate = 'Дата';
export const paymentWhat = 'За что';
export const paymentSum = 'Сумма';
export const paymentStatus = 'Состояние';
export const paymentOf = 'Подписка «{name}»';
export const paid = 'Оплачен';
export const pending = 'Ожидает';
export const paymentFailed = 'Не прошёл';
export const paymentCancelled = 'Отменён';
export const refunded = 'Деньги возвращены';
export const refundedSum = 'Возвращено {sum}';

export const successTitle = 'Оплата успешна';
export const successDescription = 'Проверяем, прошла ли оплата подписки.';
export const waitingHeading = 'Проверяем оплату';
export const waitingText = 'Спрашиваем платёжную систему. Обычно это занимает несколько секунд.';
export const paidHeading = 'Оплата успешна!';
export const paidText = 'Ваша подписка активирована';
export const paidInactiveText =
  'Деньги получены, но подписка пока не действует. Если так и останется, напишите редакции.';
export const failedHeading = 'Оплата не прошла';
export const failedText = 'Подписка не оформлена, деньги не списаны. Можно попробовать ещё раз.';
export const cancelledHeading = 'Оплата отменена';
export const cancelledText = 'Подписка не оформлена, деньги не списаны.';
export const refundedHeading = 'Деньги возвращены';
export const refundedText = 'Этот платёж возвращён, подписка по нему не действует.';
export const unknownHeading = 'Пока неизвестно, прошла ли оплата';
export const unknownText =
  'Платёжная система ещё не ответила. Платить второй раз не нужно: мы узнаем результат, и он появится в истории платежей.';
export const noneHeading = 'Платежей пока нет';
export const noneText = 'У вас нет ни одного платежа. Тарифы — на странице подписки.';
export const checkAgain = 'Проверить ещё раз';
export const toSubscription = 'Управление подпиской';
export const myPosts = 'Мои посты';
export const feedback = 'Написать редакции';
export const loginHeading = 'Войдите, чтобы узнать результат';
export const loginText =
  'Оплата не потеряется: она записана за вашим аккаунтом. После входа вы вернётесь на эту страницу.';
export const login = 'Войти';
export const needsScriptResult = 'Чтобы узнать, прошла ли оплата, включите в браузере JavaScript.';

export const cancelPageTitle = 'Оплата отменена';
export const cancelPageDescription = 'Оплата подписки не завершена: её можно продолжить или отменить.';
export const cancelPageHeading = 'Оплата отменена';
export const cancelPageText = 'Вы можете попробовать еще раз';
export const openHeading = 'Оплата не завершена';
export const openPageText = 'Платёж на {sum} ещё открыт. Его можно продолжить или отменить совсем.';
export const wasPaidText = 'Этот платёж всё-таки прошёл: подписка действует.';
export const tryAgain = 'Попробовать снова';
export const toHome = 'На главную';
