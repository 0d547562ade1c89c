/** Above the name on the card of an author. */
export const author = 'Автор';
