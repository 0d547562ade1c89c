/** The figures of the page «О проекте». */

export const heading = 'Наша платформа в цифрах';
export const note = 'Ничего не округлено и не придумано.';
export const postCount = 'Статей';
export const authorCount = 'Авторов';
export const commentCount = 'Комментариев';
export const categoryCount = 'Категорий';
