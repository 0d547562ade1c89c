/** The payment page of the sandbox. */

export const title = 'Учебная оплата';
export const note = 'Это учебная платёжная страница: деньги не списываются, данные карты не нужны.';
export const what = 'Покупка';
export const sum = 'Сумма';
export const pay = 'Оплатить {sum}';
export const decline = 'Отклонить платёж';
export const close = 'Вернуться без оплаты';
export const paidTitle = 'Оплачено';
export const paid = 'Платёж прошёл.';
export const declinedTitle = 'Платёж отклонён';
export const declined = 'Платёж отклонён. На сайте его можно повторить.';
export const cancelledTitle = 'Платёж отменён';
export const cancelled = 'Этот платёж отменён, или время на оплату вышло.';
export const back = 'Вернуться на сайт';
export const unknownTitle = 'Ссылка не действует';
export const unknown = 'Такой страницы оплаты нет. Начните оплату на сайте заново.';
