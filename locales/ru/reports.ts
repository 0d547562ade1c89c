/** Reports: messages of the API and the dialog of readers. */

export const own = 'Пожаловаться на себя нельзя.';
export const tooMany = 'Сегодня вы отправили много жалоб. Следующую можно отправить завтра.';
export const targetUnknown = 'Этого больше нет на сайте.';
export const caseUnknown = 'Такой жалобы нет.';
export const closed = 'Эту жалобу уже разобрал другой модератор.';
export const taken = 'Эту жалобу уже взял другой модератор.';
export const ownCase = 'Жалобу на вас разберёт другой модератор.';
export const notText = 'Учётную запись нельзя скрыть. Выберите ограничение или оставьте как есть.';

export const report = 'Пожаловаться';
export const reportComment = 'Пожаловаться на комментарий, автор {name}';
export const dialogTitle = 'Что нарушено?';
export const dialogText = 'Жалобу увидят только модераторы. О решении мы вам напишем.';
export const rule = 'Правило';
export const ownWords = 'Своими словами';
export const ownWordsHint = 'Можно не заполнять. Что именно не так и как это проверить?';
export const send = 'Передать модераторам';
export const cancel = 'Отмена';
export const sent = 'Спасибо! Жалобу рассмотрят модераторы';
