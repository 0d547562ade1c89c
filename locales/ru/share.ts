/** The row of buttons that share an article. */

export const copyLink = 'Копировать ссылку';
export const shareIn = 'Поделиться: {name}';
