/** The queue of texts that wait for a moderator. */

export const title = 'На проверке';
export const about = 'Проверить тексты до того, как их увидят читатели.';
export const intro = 'Эти тексты видят только их авторы и редакция. Первыми стоят те, что ждут дольше.';
export const keys =
  'Клавиши: J — следующий, K — предыдущий, P — показать читателям, H — скрыть, X — выбрать.';
export const kind = 'Что';
export const anyKind = 'Всё';
export const kinds = { post: 'Статьи', comment: 'Комментарии' };
export const kindNames = { post: 'Статья', comment: 'Комментарий' };
export const rule = 'Почему ждёт';
export const anyRule = 'Любая причина';
export const rules = {
  everything: 'Проверяется всё',
  newcomer: 'Новичок',
  'texts-a-day': 'Много текстов за день',
  'links-a-day': 'Много ссылок за день',
  'stop-words': 'Стоп-слово',
  'repeated-domain': 'Много ссылок на один сайт',
  'repeated-text': 'Повторяется',
  trap: 'Похоже на робота',
  refused: 'Не прошёл по правилам',
};
export const author = 'Автор: {name}';
export const under = 'К статье: {title}';
export const open = 'Прочитать целиком';
export const since = 'Ждёт с {date}';
export const selectAll = 'Выбрать все';
export const select = 'Выбрать: {name}';
export const selected = 'Выбрано: {count}';
export const publish = 'Показать';
export const hide = 'Скрыть';
export const publishSelected = 'Показать выбранные';
export const hideSelected = 'Скрыть выбранные';
export const hideTitle = 'Скрыть от читателей?';
export const reasonHint = 'Её увидит автор. Нужна, если правило — «Другое нарушение правил».';
export const published = 'Показано читателям: {count}';
export const hidden = 'Скрыто: {count}';
export const left = 'Изменились или уже разобраны: {count}. Посмотрите список ещё раз.';
export const empty = 'Ничего не ждёт проверки';
export const emptyText = 'Новые тексты появятся здесь сами. Что проверять, решают правила публикации.';
export const failed = 'Не удалось загрузить тексты.';
export const retry = 'Повторить';
