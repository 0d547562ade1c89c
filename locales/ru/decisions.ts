/** Decisions of moderators, as the person concerned reads them. */
export const title = 'Решения модераторов';
export const lead =
  'Здесь всё, что модераторы решили о ваших текстах и вашей учётной записи: почему, по какому правилу, до какого срока и как возразить.';
export const empty = 'Решений нет';
export const emptyText = 'Модераторы ничего не решали ни о ваших текстах, ни о вашей учётной записи.';
export const failed = 'Не удалось загрузить решения.';
export const retry = 'Повторить';
export const loading = 'Загрузка...';
export const needsScript = 'Чтобы увидеть решения, включите в браузере JavaScript.';
export const reason = 'Почему';
export const noReason = 'Модератор не написал причину. Спросите редакцию.';
export const rule = 'По какому правилу';
export const noRule = 'Правило не указано. Спросите редакцию.';
export const decidedBy = 'Кто и когда решил';
export const deciders = {
  moderator: 'Модератор, {date}.',
  administrator: 'Администратор, {date}.',
  site: 'Редакция, {date}.',
};
export const seen = 'Видят ли другие';
export const decisionSeen =
  'Это решение и его причину видите только вы и модераторы. В открытом журнале оно есть без имён и названий.';
export const effect = 'Что вы можете делать';
export const noEffect = 'Всё, что и раньше: решение не действует.';
export const term = 'До какого срока';
export const noTerm = 'Без срока, пока модератор не отменит решение.';
export const until = 'До {date}, затем решение перестанет действовать само.';
export const over = 'Срок истёк {date}.';
export const ended = 'Отменено {date}.';
export const active = 'Действует';
export const past = 'Не действует';
export const ask = 'Кого спросить';
export const askText = 'Если что-то неясно,';
export const askLink = 'напишите редакции';
export const explain = 'Решение модератора: причина, правило, как возразить';
export const object = 'Можно ли возразить';
export const objectUntil =
  'Да, один раз, до {date}. Возражение прочитает другой модератор, не тот, кто принял решение.';
export const objectOnce = 'Вы уже возразили, второй раз нельзя.';
export const objectLate = 'Нет: возразить можно, пока решение действует, и не позже 30 дней.';
export const objectNever = 'Возражать не на что: нарушения не нашли.';
export const objectionState = 'Что с возражением';
export const noObjection = 'Вы не возражали.';
export const pending = 'Отправлено {date}, ждёт другого модератора. Об ответе мы напишем.';
export const replies = {
  upheld: 'Оставлено в силе {date}. {reason}',
  overturned: 'Решение отменено {date}. {reason}',
  ended: 'Решение перестало действовать {date}, раньше ответа на возражение.',
};
export const ownWords = 'Вы написали';
export const objectButton = 'Возразить';
export const objectionText = 'С чем вы не согласны';
export const objectionHint = 'От 20 до 2000 знаков. Исправить отправленное нельзя.';
export const sendObjection = 'Отправить возражение';
export const sent = 'Возражение отправлено другому модератору';
export const cancel = 'Отмена';
export const problem = 'Не удалось отправить возражение. Попробуйте ещё раз.';
export const targets = { post: 'Статья', comment: 'Комментарий', account: 'Учётная запись' };

/** What the person concerned may still do while a decision is in effect. */
export const effects = {
  hide: 'Читать свой текст, скрытую статью ещё и править. Писать новое можно как раньше.',
  leave: 'Всё, что и раньше.',
  warning: 'Всё, что и раньше. Следующее нарушение может привести к ограничениям.',
  comments: 'Читать, писать статьи, править профиль. Комментировать пока нельзя.',
  publishing: 'Читать и комментировать. Публиковать и менять статьи пока нельзя.',
  'read-only': 'Читать и возражать. Писать, менять тексты и профиль, загружать картинки пока нельзя.',
  disable: 'Читать сайт без входа. Войти нельзя.',
  'hide-texts': 'Читать свои тексты и писать новые.',
};

/** Whether others see what a decision is about, while it is in effect. */
export const visibility = {
  hide: 'Нет. Текст видите вы и модераторы.',
  leave: 'Да, текст остался на сайте.',
  warning: 'Ваши тексты и профиль видны всем.',
  comments: 'Ваши тексты и профиль видны всем.',
  publishing: 'Ваши тексты и профиль видны всем.',
  'read-only': 'Ваши тексты и профиль видны всем.',
  disable: 'Опубликованное осталось на сайте.',
  'hide-texts': 'Нет. Ваши статьи и комментарии, {count}, видите вы и модераторы.',
};
export const visibleAgain = 'Да, это решение больше ничего не скрывает.';

export const decisionTexts = {
  hide: 'Текст скрыт',
  leave: 'Текст оставлен',
  warning: 'Предупреждение',
  comments: 'Комментарии отключены',
  publishing: 'Публикация отключена',
  'read-only': 'Только чтение',
  disable: 'Учётная запись отключена',
  'hide-texts': 'Все тексты скрыты',
};
