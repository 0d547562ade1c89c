/** Notifications and their panel. */

export const notFound = 'Такого уведомления нет.';

export const welcome = 'Добро пожаловать';
export const welcomeText =
  'Рады, что вы с нами. Расскажите о себе в профиле, напишите первую статью или посмотрите, о чём пишут другие.';
export const activated = 'Подписка активирована';
export const activatedText =
  'Подписка «{plan}» действует до {until}. Теперь вы можете закрепить одну из своих статей.';
export const extended = 'Подписка продлена';
export const extendedText = 'Подписка «{plan}» теперь действует до {until}.';
export const cancelled = 'Подписка отменена';
export const cancelledText =
  'Закреплённой статьи у вас больше нет. Оформить подписку снова можно в любой день.';
export const expiring = 'Подписка скоро закончится';
export const expiringText = 'Подписка действует до {until}. Продлите её, чтобы статья осталась закреплённой.';
export const expired = 'Срок подписки истёк';
export const expiredText =
  'Закреплённой статьи у вас больше нет. Чтобы закрепить её снова, оформите подписку.';
export const paymentFailed = 'Оплата не прошла';
export const paymentFailedText = 'Платёж не завершён. Попробуйте ещё раз на странице подписки.';
export const refunded = 'Деньги возвращены';
export const refundedText = 'Мы вернули {amount}. Когда деньги поступят на счёт, зависит от вашего банка.';
export const textPublished = 'Модератор всё проверил';
export const textPublishedText = '«{name}» теперь видят читатели.';
export const flood = 'На сайт пришло необычно много';
export const floodText =
  '{flow} за последний час — {count}, а обычно около {usual}. Посмотрите, не спам ли это.';
export const toWaiting = 'Что ждёт проверки';
export const toPublication = 'Правила публикации';
export const postEdited = 'Редакция поправила вашу статью';
export const postEditedText =
  'Статью «{title}» изменил редактор {editor}. Что именно изменилось, видно в истории версий.';
export const commentEdited = 'Редакция поправила ваш комментарий';
export const commentEditedText = 'Комментарий к статье «{title}» изменил редактор {editor}.';

export const decision = 'Решение модератора';
export const decisionText =
  '{action}: {name}. Правило, причину и срок мы записали в разделе «Решения модераторов».';
export const decisionEnd = 'Решение модератора отменено';
export const decisionEndText = '{action}: {name}. Это решение больше не действует.';
export const objectionUpheld = 'Решение оставлено в силе';
export const objectionUpheldText = '{action}: {name}. Ваше возражение рассмотрел другой модератор: {reason}';
export const objectionOverturned = 'Решение отменено по вашему возражению';
export const objectionOverturnedText = '{action}: {name}. Другой модератор отменил это решение: {reason}';
export const reportOutcome = 'Ваша жалоба рассмотрена';
export const reportOutcomeText = '{name}: {outcome}.';
export const caseClosed = 'Жалоба, которую вы взяли, разобрана';
export const caseClosedText = '{name}: {outcome}.';
export const toReports = 'Открыть жалобы';
export const toRules = 'Правила сообщества';
export const dataCopy = 'Копия ваших данных готова';
export const dataCopyText = 'Архив ждёт в профиле. Через неделю он будет удалён.';
export const toDataCopy = 'Открыть профиль';
export const toDecisions = 'Открыть решения';
export const toProfile = 'Заполнить профиль';
export const toNewPost = 'Написать статью';
export const toPosts = 'Читать статьи';
export const toMyPosts = 'Мои посты';
export const toRevisions = 'История версий';
export const toPost = 'К статье';
export const toMyComments = 'Мои комментарии';
export const toSubscription = 'Подписка';

export const bell = 'Уведомления';
export const bellUnread = 'Уведомления, {count}';
export const heading = 'Уведомления';
export const unread = 'Новое';
export const read = 'Прочитано: {title}';
export const readAll = 'Прочитать все';
export const clear = 'Очистить';
export const more = 'Показать ещё';
export const empty = 'Уведомлений нет';
export const emptyText = 'Здесь появятся новости о вашем аккаунте и подписке.';
export const failed = 'Не удалось загрузить уведомления.';
export const retry = 'Повторить';
