/** API messages for moderators, and texts shared by the staff pages. */

export const notPublished = 'Скрыть можно только опубликованную статью.';
export const accountUnknown = 'Такой учётной записи нет.';
export const accountOwn = 'Отключить собственную учётную запись нельзя.';
export const accountOfStaff = 'Решать об учётных записях редакции может только администратор.';
export const decisionUnknown = 'Такого решения нет.';
export const noteRequired = 'Напишите заметку.';
export const tooLateToRestore =
  'Вернуть всё одним действием можно в течение 30 дней. Теперь — только по одному.';
export const lastAdministrator =
  'Это последний администратор. Сначала дайте роль администратора кому-нибудь ещё.';
export const reasonRequired = 'Укажите причину.';

export const title = 'Редакция';
export const intro = 'Всё, за чем присматривает редакция.';
export const hidingIntro = 'Скрытое видят только автор и модераторы. Скрытое можно вернуть в любой момент.';
export const categoriesIntro = 'Категория исчезает сразу, а её статьи остаются: просто без категории.';
export const posts = 'Статьи';
export const comments = 'Комментарии';
export const categories = 'Категории';
export const postsTitle = 'Модерация статей';
export const commentsTitle = 'Модерация комментариев';
export const categoriesTitle = 'Управление категориями';
export const postsAbout = 'Скрыть статью от читателей или вернуть её.';
export const commentsAbout = 'Скрыть комментарий или вернуть его на место.';
export const categoriesAbout = 'Создать, переименовать или удалить категорию.';
export const sections = 'Разделы редакции';
export const forbiddenTitle = 'Этот раздел только для редакции';
export const toHome = 'На главную';
export const needsScript = 'Чтобы работать в этом разделе, включите в браузере JavaScript.';
export const loading = 'Загрузка...';

export const filter = 'Что показать';
export const visible = 'Видимые';
export const hiddenOnes = 'Скрытые';
export const offFrontPageOnes = 'Не на главной';
export const drafts = 'Черновики';
export const scheduled = 'Запланированные';
export const category = 'Категория';
export const anyCategory = 'Все категории';
export const onlyAuthor = 'только этот автор';
export const allAuthors = 'Все авторы';
export const publishesAt = 'Выйдет {date}';
export const search = 'Поиск';
export const searchPosts = 'Слова из заголовка или текста';
export const searchComments = 'Слова из комментария';
export const find = 'Найти';
export const reset = 'Сбросить';
export const emptyPosts = 'Статей нет';
export const emptyComments = 'Комментариев нет';
export const emptyHidden = 'Сейчас ничего не скрыто.';
export const emptyVisible = 'Здесь пока пусто.';
export const emptyFiltered = 'Под эти условия ничего не подходит.';
export const emptySearch = 'По такому запросу ничего не нашлось.';
export const failed = 'Не удалось загрузить список.';
export const retry = 'Повторить';
export const toPost = 'К статье: {title}';
export const withdrawn = 'Статья снята с публикации: {title}';
export const author = 'Автор: {name}';

export const keepOffFrontPage = 'Убрать с главной статью «{title}»';
export const returnToFrontPage = 'Вернуть на главную статью «{title}»';
export const frontPageKeptOff = 'Статьи больше не будет на главной';
export const frontPageReturned = 'Статья снова может появиться на главной';
export const keptOff = 'Убрана с главной';
export const keptOffBy = 'Убрана с главной: {date}, {name}';
export const select = 'Выбрать: {name}';
export const selectAll = 'Все на странице';
export const selected = 'Выбрано: {count}';
export const hideSelected = 'Скрыть выбранные';
export const restoreSelected = 'Вернуть выбранные';
export const clearSelection = 'Снять выбор';
export const manyHidden = 'Скрыто: {done} из {count}';
export const manyRestored = 'Возвращено: {done} из {count}';
export const hidePostsTitle = 'Скрыть выбранные статьи?';
export const hideCommentsTitle = 'Скрыть выбранные комментарии?';
export const preview = 'Просмотр';
export const previewOf = 'Просмотр: {name}';
export const closePreview = 'Закрыть просмотр';
export const previewFailed = 'Не удалось загрузить статью.';

export const hide = 'Скрыть';
export const restore = 'Вернуть';
export const hidePost = 'Скрыть статью: {title}';
export const restorePost = 'Вернуть статью: {title}';
export const hideComment = 'Скрыть комментарий, автор {name}';
export const restoreComment = 'Вернуть комментарий, автор {name}';
export const hidePostTitle = 'Скрыть статью?';
export const hidePostText =
  '«{title}» исчезнет из всех списков и из поиска, закрепление снимется. Автор увидит причину.';
export const hideCommentTitle = 'Скрыть комментарий?';
export const hideCommentText =
  'Если на него отвечали, на его месте останется пометка. Ответы не пропадут. Автор увидит свой комментарий и причину.';
export const rule = 'Правило';
export const reason = 'Причина';
export const reasonPost = 'Её увидит автор. Нужна, если правило — «Другое нарушение правил».';
export const reasonComment = 'Её увидит автор. Нужна, если правило — «Другое нарушение правил».';
export const cancel = 'Отмена';
export const postHidden = 'Статья скрыта';
export const postRestored = 'Статья снова видна';
export const commentHidden = 'Комментарий скрыт';
export const commentRestored = 'Комментарий снова виден';
export const hiddenBy = 'Скрыто {date}, модератор {name}';
export const hiddenBySomebody = 'Скрыто {date}';
export const reasonIs = 'Причина: {reason}';

export const account = 'Доступ к учётной записи';
export const accountFailed = 'Не удалось узнать, есть ли у автора доступ к сайту.';
export const accountActiveText = 'Автор может входить на сайт, писать статьи и комментарии.';
export const accountState = 'Отключён';
export const disabledBy = '{date}, отключил модератор {name}';
export const disable = 'Отключить';
export const disableName = 'Отключить учётную запись: {name}';
export const enable = 'Вернуть доступ';
export const enableName = 'Вернуть доступ: {name}';
export const disableTitle = 'Отключить учётную запись?';
export const disableText =
  '{name} сразу выйдет из учётной записи на всех устройствах и не сможет войти. Опубликованное останется на сайте, доступ можно вернуть.';
export const disableReasonHint = 'Её увидит владелец учётной записи, когда попробует войти.';
export const accountDisabled = 'Учётная запись отключена';
export const accountEnabled = 'Доступ возвращён';
