/** Links by which others read a draft: errors, the dialog of the author and the page of the reader. */

export const noDraft = 'Черновика с таким текстом нет: сначала сохраните его.';
export const tooMany = 'На один черновик можно дать не больше {max} ссылок. Отзовите лишнюю.';
export const tooManyOfAccount =
  'У вас уже {max} действующих ссылок на черновики. Отзовите лишние, чтобы создать новую.';
export const notFound = 'Ссылка на черновик не действует.';

export const share = 'Ссылка на черновик';
export const shareChanges = 'Ссылка на правки';
export const title = 'Показать черновик по ссылке';
export const changesTitle = 'Показать правки по ссылке';
export const lead =
  'Черновик прочитает любой, у кого есть ссылка, без входа на сайт. Поисковики его не увидят. Ссылка действует {days} и откроет статью, когда вы её опубликуете.';
export const changesLead =
  'Статья уже опубликована. По ссылке откроются ваши правки, которых читатели ещё не видят, без входа на сайт. Поисковики их не увидят. Ссылка действует {days}; когда вы опубликуете правки, она откроет статью.';
export const create = 'Создать ссылку';
export const address = 'Ссылка';
export const addressHint = 'Скопируйте её сейчас: сайт не хранит адрес и больше его не покажет.';
export const copy = 'Скопировать ссылку';
export const copied = 'Ссылка скопирована в буфер обмена';
export const copyFailed = 'Не удалось скопировать ссылку: выделите её и скопируйте сами';
export const links = 'Действующие ссылки';
export const createdAt = 'Создана {date}';
export const createdByEditor = 'Создана {date} редактором {name}';
export const expiresAt = 'действует до {date}';
export const revoke = 'Отозвать';
export const revokeName = 'Отозвать ссылку от {date}';
export const revoked = 'Ссылка отозвана';
export const close = 'Закрыть';

export const pageTitle = 'Черновик';
export const mark = 'Черновик';
export const notice =
  'Автор дал вам ссылку на неопубликованную статью. Она ещё может измениться. Сохранена {date}.';
export const pageLoading = 'Открываем черновик…';
export const needsScript = 'Чтобы прочитать черновик, включите JavaScript в браузере.';
export const goneTitle = 'Ссылка не действует';
export const goneText = 'Автор отозвал её, срок закончился или черновик удалён. Попросите новую ссылку.';
export const failedTitle = 'Не удалось открыть черновик';
export const toPosts = 'Все статьи';
export const retry = 'Попробовать ещё раз';
