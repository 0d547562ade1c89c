/** The list of own comments. */

export const title = 'Мои комментарии';
export const description = 'Ваши комментарии.';
export const heading = 'Мои комментарии';
export const lead = 'Управляйте своими комментариями';
export const needsScript = 'Чтобы увидеть свои комментарии, включите JavaScript в браузере.';
export const loading = 'Загрузка...';
export const to = 'К статье:';
export const withdrawn = 'Статья снята с публикации';
export const inDiscussion = 'В обсуждении';
export const inDiscussionOf = 'Открыть комментарий в обсуждении статьи «{title}»';
export const own = 'ваш комментарий к статье «{title}»';
export const empty = 'У вас пока нет комментариев';
export const emptyText = 'Прочитайте статью и расскажите, что вы о ней думаете.';
export const read = 'Читать статьи';
