/** Corrections of published articles: errors, the article and the editor. */

export const notPublished = 'Исправления добавляют к опубликованным статьям.';
export const tooMany = 'У статьи уже {max} исправлений. Удалите лишнее, чтобы добавить новое.';

export const heading = 'Исправления';
export const entry = 'Исправлено:';

export const formTitle = 'Исправления для читателей';
export const formText = 'Что было неверно и как правильно. Исправления стоят под статьёй с датой и временем.';
export const field = 'Что исправлено';
export const placeholder = 'В первой версии статьи был неверно указан год открытия моста.';
export const add = 'Добавить исправление';
export const added = 'Исправление добавлено к статье';
export const waits = 'Исправление добавлено. Читатели увидят статью снова, когда его проверит модератор.';
export const remove = 'Удалить исправление: {text}';
export const removeTitle = 'Удалить исправление?';
export const removeText = 'Читатели больше не увидят его под статьёй.';
export const removeConfirm = 'Удалить';
export const keep = 'Оставить';
export const removed = 'Исправление удалено';
