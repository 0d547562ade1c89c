/** The imports of the staff. */

export const title = 'Импорт';
export const about = 'Перенести статьи из WordPress, Ghost или папки Markdown.';
export const intro =
  'Сначала план: что придёт и что нет. На сайте ничего не меняется, пока вы не нажмёте «Импортировать».';

export const failed = 'Не удалось загрузить список.';
export const retry = 'Повторить';

export const newImport = 'Новый импорт';
export const source = 'Откуда';
export const newFile = 'Новый файл';
export const newFileHint = 'ZIP-архив папки, выгрузка WordPress (.xml) или Ghost (.json). До {size}.';
export const file = 'Файл';
export const storedHint = '{size}. Хранится до {day}.';
export const folderHint = 'Из папки imports каталога данных.';
export const removeFile = 'Удалить файл «{name}»';
export const remove = 'Удалить';
export const removed = 'Файл удалён';
export const chooseFile = 'Выберите файл.';
export const options = 'Настройки';
export const author = 'Автор статей, у которых он не указан';
export const authorHint = 'Имя учётной записи на этом сайте.';
export const date = 'Дата статей, у которых её нет';
export const dateHint = 'Без неё такие статьи не переносятся: сайт не угадывает, когда они написаны.';
export const fetchPictures = 'Загружать картинки с прежнего сайта';
export const fetchPicturesHint = 'Если их нет в архиве.';
export const pages = 'Переносить и страницы';
export const pagesHint = 'Из WordPress и Ghost. Они станут статьями.';
export const members = 'Переносить подписчиков';
export const membersHint = 'Таблица .csv в архиве с выгрузкой Ghost. Писем никто не получит.';
export const siteUrl = 'Прежний адрес сайта';
export const siteUrlHint =
  'Для Ghost: откуда загружать картинки. Для папки: если его не говорит её конфигурация. Например, https://blog.example.';
export const makePlan = 'Составить план';
export const uploading = 'Загружено {done} из {total}';
export const cancelUpload = 'Прервать загрузку';
export const uploadFailed = 'Загрузка прервалась. Попробуйте ещё раз.';

export const list = 'Все импорты';
export const empty = 'Импортов ещё не было';
export const emptyText = 'Загрузите архив прежнего сайта, и здесь появится план.';
export const toList = 'Все импорты';
export const notFound = 'Импорт не найден';
export const notFoundText = 'Такого импорта нет. Проверьте номер.';
export const number = 'Импорт № {id}';
export const sources = {
  upload: 'Загруженный файл',
  folder: 'Папка imports',
  command: 'Командой npm run import',
};

export const states = {
  plan: {
    waiting: 'План в очереди',
    running: 'Составляется план',
    done: 'План готов',
    stopped: 'План не составлен',
    failed: 'План не составлен',
  },
  import: {
    waiting: 'Импорт в очереди',
    running: 'Идёт импорт',
    done: 'Импортировано',
    stopped: 'Импорт остановлен',
    failed: 'Импорт прервался',
  },
  undo: {
    waiting: 'Отмена в очереди',
    running: 'Импорт отменяется',
    done: 'Импорт отменён',
    stopped: 'Отмена остановлена',
    failed: 'Отмена прервалась',
  },
};
export const stopping = 'Останавливается после текущей статьи...';
export const waits = 'Работа начнётся, когда закончится предыдущая.';
export const progress = 'Готово {done} из {total}';
export const progressUnknown = 'Готово {done}';
export const presentFile = 'Сейчас: {file}';
export const fileGone = 'Файл удалён: чтобы импортировать, загрузите его снова.';

export const start = 'Импортировать';
export const proceed = 'Продолжить импорт';
export const stop = 'Остановить';
export const undo = 'Отменить импорт';
export const undoAgain = 'Отменить то, что осталось';
export const another = 'Новый план с другими настройками';
export const started = 'Импорт начат';
export const stopped = 'Импорт остановится';
export const undoing = 'Отмена начата';
export const cancel = 'Не сейчас';
export const startTitle = 'Импортировать статьи?';
export const startText =
  'Придёт статей: {count}. Никто не получит уведомлений. Импорт можно остановить и отменить.';
export const undoTitle = 'Отменить импорт?';
export const undoText =
  'Всё, что создал этот импорт, будет удалено. Останутся статьи, которые здесь меняли или обсуждали, и то, чем пользуются.';

export const counts = {
  new: 'Придут',
  doubtful: 'С замечаниями',
  exists: 'Уже есть',
  refused: 'Не придут',
  imported: 'Импортировано',
  updated: 'Обновлено',
  kept: 'Оставлено как есть',
  problems: 'Другие замечания',
};
export const reported = { ...counts, refused: 'Не импортировано' };
export const undone = {
  posts: 'Удалено статей',
  pictures: 'Удалено картинок',
  categories: 'Удалено категорий',
  accounts: 'Удалено учётных записей',
  kept: 'Осталось',
};

export const lists = { plan: 'План', report: 'Отчёт', problems: 'Другие замечания', kept: 'Что осталось' };
export const listsLabel = 'Списки импорта';
export const state = 'Состояние';
export const anyState = 'Все';
export const download = 'Скачать план (JSON)';
export const downloaded = 'План скачан';
export const filesFailed = 'Не удалось загрузить файлы.';
export const noFiles = 'Здесь пусто';
export const noFilesText = 'Файлов в этом списке нет.';
export const address = 'Адрес: {path}';
export const fileAuthor = 'Автор: {name}';
export const fileCategory = 'Категория: {name}';
export const keptKinds = { post: 'Статья', category: 'Категория', account: 'Учётная запись' };
export const keptReasons = {
  edited: 'Её меняли на сайте.',
  discussed: 'Её здесь обсуждали.',
  used: 'Этим здесь пользуются.',
};
