export const open = 'Настройки';
export const title = 'Настройки обсуждения';
export const state = 'Новые комментарии';
export const stateOpen = 'Принимаются';
export const stateClosed = 'Не принимаются';
export const lockedNote = 'Обсуждение закрыли модераторы. Открыть его могут только они.';
export const closing = 'Закрыть обсуждение';
export const closingSite = 'Как принято на сайте';
export const closingNever = 'Не закрывать';
export const closingDays = 'Через {days} после публикации';
export const slowMode = 'Медленный режим';
export const slowModeHint =
  'Сколько ждать между двумя комментариями одного человека. Автора и редакцию не касается.';
export const slowModeOff = 'Выключен';
export const slowModeEvery = 'Раз в {interval}';
export const save = 'Сохранить';
export const cancel = 'Отмена';
export const saved = 'Настройки обсуждения сохранены';
