/** The editor of articles. */

export const text = 'Текст';
export const placeholder = 'Начните писать... Знак / покажет, что можно вставить';
export const loading = 'Редактор загружается';
export const words = '{words} · {characters}';
export const keysHint =
  'Знак / на пустой строке — вставить элемент, Alt+F10 — к кнопкам оформления, Tab — дальше по странице, в таблице — к следующей ячейке.';

export const toolbar = 'Оформление текста';
export const style = 'Вид абзаца';
export const paragraph = 'Обычный текст';
export const heading2 = 'Заголовок';
export const heading3 = 'Подзаголовок';
export const heading4 = 'Малый подзаголовок';
export const otherHeading = 'Заголовок {level}-го уровня';
export const quote = 'Цитата';
export const code = 'Код';
export const bold = 'Жирный';
export const italic = 'Курсив';
export const strike = 'Зачёркнутый';
export const inlineCode = 'Код в строке';
export const link = 'Ссылка';
export const bulletList = 'Список';
export const orderedList = 'Нумерованный список';
export const taskList = 'Список дел';
export const deeper = 'Вложить пункт глубже';
export const shallower = 'Поднять пункт выше';
export const insert = 'Вставить';
export const picture = 'Картинка';
export const gallery = 'Галерея';
export const video = 'Видео';
export const table = 'Таблица';
export const footnote = 'Сноска';
export const footnoteText = 'Текст сноски {number}';
export const codeBlock = 'Блок кода';
export const rule = 'Линия';
export const undo = 'Отменить';
export const redo = 'Вернуть';
export const sourceMode = 'Исходный текст (Markdown)';
export const help = 'Клавиши и разметка';
export const withKeys = '{name} ({keys})';

export const tableTools = 'Таблица';
export const rowAbove = 'Строка выше';
export const rowBelow = 'Строка ниже';
export const columnBefore = 'Столбец слева';
export const columnAfter = 'Столбец справа';
export const deleteRow = 'Удалить строку';
export const deleteColumn = 'Удалить столбец';
export const deleteTable = 'Удалить таблицу';
export const language = 'Язык кода';
export const plainCode = 'Без подсветки';
export const pictureTools = 'Картинка';
export const describePicture = 'Описание и подпись';
export const deletePicture = 'Удалить картинку';
export const blockTools = 'Вставка';
export const deleteBlock = 'Удалить';

export const linkTitle = 'Ссылка';
export const linkAddress = 'Адрес';
export const linkAddressPlaceholder = 'https://';
export const linkText = 'Текст ссылки';
export const linkWrong = 'Укажите адрес сайта, почты или страницы, например https://example.ru';
export const linkRemove = 'Убрать ссылку';
export const save = 'Готово';
export const cancel = 'Отмена';
export const close = 'Закрыть';

export const videoTitle = 'Видео или запись';
export const videoHint =
  'YouTube, RuTube, VK Видео, запись в Telegram. Читатели увидят карточку: она ничего не загружает без нажатия.';
export const videoWrong =
  'По этому адресу видео вставить нельзя. Нужна ссылка на ролик YouTube, RuTube, VK Видео или на запись в Telegram.';
export const pictureTitle = 'Описание картинки';
export const alt = 'Что на картинке';
export const altHint =
  'Прочтут те, кто не видит картинку. Если она ничего не добавляет к тексту, оставьте пустым.';
export const caption = 'Подпись';
export const captionHint = 'Её увидят все под картинкой.';
export const noAlt = 'Нет описания';
export const foreignPicture = 'Картинка с другого сайта: читатели увидят ссылку.';
export const choosePictures = 'Выбрать картинки';

export const vk = 'VK Видео';
export const embed = '{service}: откроется по нажатию читателя';
export const sourceBlock = 'Разметка Markdown';
export const taskLabel = 'Сделано: {text}';
export const sourceLabel = '{label}, исходный текст в Markdown';

export const uploads = 'Загрузка картинок';
export const uploading = '{name}: загружается, {percent}%';
export const uploadWaiting = '{name}: ждёт очереди';
export const uploadFailed = '{name}: не загрузилась. {reason}';
export const uploadFailedReason = 'Проверьте связь и повторите.';
export const uploadHere = 'Здесь появится картинка';
export const uploadCancel = 'Отменить загрузку: {name}';
export const uploadRetry = 'Повторить: {name}';
export const uploadDismiss = 'Убрать: {name}';
export const uploadUnavailable = 'Сюда можно вставить только текст: картинки здесь не загружаются.';
export const notPicture = '{name}: это не картинка. Подойдут JPEG, PNG, WebP и GIF.';
export const pastedPictures = 'Картинки переносятся: {done} из {total}';
export const picturesMissing = '{pictures}. {reason}';
export const picturesNotCopied = 'Скопируйте каждую отдельно или вставьте файлом.';
export const picturesRetry = 'Повторить';
export const picturesDismiss = 'Убрать';
export const uploadDone = '{name}: загружена';

export const helpTitle = 'Клавиши и разметка';
export const helpKeys = 'Сочетания клавиш';
export const helpMarks = 'Разметка при наборе';
export const helpMarksHint = 'Наберите знак в начале строки и пробел после него.';
export const keyUndo = 'Отменить последнее изменение';
export const keyRedo = 'Вернуть отменённое';
export const keyToolbar = 'Перейти к кнопкам оформления';
export const keyBack = 'Вернуться от кнопок к тексту';
export const keyLeave = 'Выйти из редактора';
export const keyCell = 'В таблице: следующая и предыдущая ячейка';
export const keyBreak = 'Перенос строки внутри абзаца';
export const markHeading = 'Заголовок, подзаголовок, малый подзаголовок';
export const markInline = 'Жирный, курсив, зачёркнутый, код: внутри строки';
export const markRule = 'Линия';
