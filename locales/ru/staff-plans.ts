/** The plan page of the staff. */

export const title = 'Тарифы';
export const intro = 'Что могут купить читатели. Кто уже заплатил, получит то, что купил.';
export const about = 'Добавить тариф, изменить цену, снять с продажи.';

export const found = 'Все тарифы';
export const failed = 'Не удалось загрузить тарифы.';
export const retry = 'Повторить';
export const empty = 'Тарифов пока нет';
export const emptyText = 'Добавьте первый: без тарифа подписку не купить.';
export const onSale = 'В продаже';
export const withdrawn = 'Снят с продажи';
export const per = 'за {days}';

export const add = 'Новый тариф';
export const addNote = 'Тариф сразу появится на странице подписки.';
export const name = 'Название';
export const price = 'Цена, ₽';
export const pricePlain = 'Цена';
export const priceHint = 'Например, 299 или 2 990,50';
export const priceShown = 'Читатели увидят: {price}';
export const days = 'Срок, дней';
export const featuresNote = 'Подписка по любому тарифу позволяет закрепить одну свою статью.';
export const create = 'Добавить тариф';
export const created = 'Тариф «{name}» в продаже';
export const edit = 'Изменить';
export const editName = 'Изменить тариф «{name}»';
export const editNote =
  'Новые цена и срок — для новых покупок. Кто уже заплатил, получит то, что купил, и доплачивать не будет. Начатую оплату можно закончить по старой цене.';
export const renameNote = 'Название меняется сразу и для нынешних подписчиков.';
export const save = 'Сохранить';
export const saved = 'Тариф сохранён';
export const cancel = 'Отмена';
export const problem = 'Не удалось сохранить тариф';

export const withdraw = 'Снять с продажи';
export const withdrawName = 'Снять с продажи тариф «{name}»';
export const withdrawTitle = 'Снять тариф «{name}» с продажи?';
export const withdrawText =
  'Он исчезнет со страницы подписки, купить его будет нельзя. Начатую оплату ещё можно закончить.';
export const withdrawKept =
  'У кого подписка уже есть, она продлится до конца срока. Вернуть тариф в продажу можно в любой момент.';
export const wasWithdrawn = 'Тариф снят с продажи';
export const restore = 'Вернуть в продажу';
export const restoreName = 'Вернуть в продажу тариф «{name}»';
export const restored = 'Тариф снова в продаже';
