/** The staff pages about accounts. */

export const title = 'Пользователи';
export const about = 'Роли, санкции и заметки модераторов.';
export const intro =
  'Санкция действует сразу. Пользователь узнаёт правило, причину и срок из уведомления и письма.';
export const search = 'Поиск';
export const searchLabel = 'Имя, логин или адрес почты';
export const find = 'Найти';
export const reset = 'Сбросить';
export const role = 'Роль';
export const anyRole = 'Любая';
export const allStaff = 'Вся редакция';
export const state = 'Состояние';
export const anyState = 'Любое';
export const states = { active: 'Могут войти', restricted: 'С ограничениями', disabled: 'Отключены' };
export const empty = 'Никого не нашлось';
export const emptyText = 'Попробуйте другие слова или сбросьте фильтры.';
export const failed = 'Не удалось загрузить пользователей.';
export const retry = 'Повторить';
export const loading = 'Загрузка...';
export const joined = 'С нами с {date}';
export const disabled = 'Отключён';
export const formerRights = 'Прежние права редакции';
export const restrictions = {
  comments: 'Без комментариев',
  publishing: 'Без публикаций',
  'read-only': 'Только чтение',
};

export const unknown = 'Такого пользователя нет';
export const toList = 'Все пользователи';
export const toProfile = 'Страница автора';
export const toPosts = 'Статьи';
export const toComments = 'Комментарии';
export const giveRole = 'Дать роль';
export const roleGiven = 'Роль изменена';
export const roleText =
  'Права роли начнут действовать сразу, прежние закончатся. Последний администратор остаётся администратором.';

export const sanction = 'Вынести санкцию';
export const sanctionKind = 'Санкция';
export const rule = 'Правило';
export const reason = 'Причина';
export const reasonHint = 'Её прочитает владелец учётной записи.';
export const days = 'Срок в днях';
export const daysHint = 'Пусто — без срока.';
export const apply = 'Вынести';
export const applied = 'Санкция вынесена';
export const hideTexts = 'Скрыть все тексты';
export const hideTextsHint =
  'Скроет все опубликованные статьи и комментарии. В течение 30 дней их можно вернуть одним действием.';
export const textsHidden = 'Тексты скрыты';
export const cancel = 'Отмена';

export const decisions = 'Решения';
export const objection = 'Возражение: {text}';
export const noDecisions = 'Решений об этом пользователе не было.';
export const decisionOf = '{date}, {name}';
export const decisionBySite = '{date}';
export const until = 'До {date}';
export const textsCount = 'Скрыто текстов: {count}';
export const ended = 'Отменено {date}. {reason}';
export const end = 'Отменить решение';
export const endTexts = 'Вернуть тексты';
export const endReason = 'Почему решение отменено. Это прочитает владелец учётной записи.';
export const endDone = 'Решение отменено';

export const notes = 'Заметки модераторов';
export const notesHint = 'Их видят только модераторы.';
export const note = 'Новая заметка';
export const addNote = 'Добавить';
export const noteAdded = 'Заметка добавлена';
export const noNotes = 'Заметок пока нет.';
