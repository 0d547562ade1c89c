/** The report of an import for the operator. */

export const folderMissing = 'Папки {folder} нет, или её нельзя прочитать.';
export const exists = 'Уже есть.';
export const encoding = 'Файл в кодировке {encoding}: прочитан в ней.';
export const encodingUnknown = 'Кодировка «{encoding}» неизвестна.';
export const xml = 'Файл не читается как XML: {reason}';
export const xmlDoctype =
  'В файле есть DOCTYPE. Выгрузки WordPress его не содержат, поэтому файл не читается.';
export const xmlTooDeep = 'Слишком глубокая вложенность XML.';
export const xmlTooLong = 'Одна запись длиннее 32 МБ.';
export const tooComplex = 'Текст слишком сложен: на его разбор уходит слишком много времени или памяти.';
export const htmlTooDeep = 'Слишком глубокая вложенность HTML.';
export const htmlTooLong = 'Текст статьи длиннее {max} млн символов.';
export const notWordPress = 'Это не выгрузка WordPress (WXR): файл должен начинаться с элемента rss.';
export const peopleMissing = 'Файла {file} с авторами нет, или его нельзя прочитать.';
export const blockDropped = 'Блок {what} не перенесён: его содержимое вычислял прежний сайт.';
export const shortcodeDropped = 'Вставка {what} убрана: её смысл знает только прежний сайт.';
export const pictureInline = 'Картинка внутри текста ({what}) не перенесена.';
export const pictureUnreachable = 'Картинка не загрузилась: {reason}.';
export const picturePrivate = 'Картинка лежит во внутренней сети: такие адреса перенос не открывает.';
export const commentsLeftOut = 'Не перенесено комментариев (спам, корзина, уведомления): {count}.';
export const draftComments = 'Комментарии к черновику не перенесены: {count}.';
export const heldComment = 'На прежнем сайте комментарий ждал проверки.';
export const tagsLeftOut =
  'Меток на сайте нет, у статьи одна категория. Не перенесено меток и лишних категорий: {count}.';
export const shortened = 'Значение «{field}» сокращено: оно слишком длинное.';
export const untitled = 'Без названия';
export const hiddenArticle = 'Личная запись перенесена черновиком.';
export const protectedArticle = 'Запись под паролем перенесена черновиком.';
export const edited = 'Статью меняли на сайте: она осталась такой, какая есть.';
export const slugChanged = 'Такой адрес уже занят: статья получила адрес «{slug}».';
export const slugElsewhere =
  'Адрес «{slug}» уже у статьи источника «{source}» (перенос № {run}), поэтому эта не перенесена. Другой статье дайте свой slug в описании; ту же перенесите, отменив тот перенос.';
export const slugElsewhereShared =
  'Адрес «{slug}» уже у статьи источника «{source}» (перенос № {run}), поэтому у этой другой. Чтобы адрес достался ей, отмените тот перенос и повторите этот.';
export const slugWritten =
  'Адрес «{slug}» уже у статьи, написанной на сайте, поэтому эта не перенесена. Чтобы перенести её, дайте ей свой slug в описании.';
export const slugWrittenShared =
  'Адрес «{slug}» уже у статьи, написанной на сайте, поэтому у этой другой. Адрес статьи меняется на странице её правки.';
export const slugShared = 'Адрес «{slug}» уже у другой статьи того же источника.';
export const namesTaken = 'Имя для «{author}» не подобрать: все похожие заняты.';
export const notGhost = 'Это не выгрузка Ghost: в файле JSON нет таблицы posts.';
export const membersUnreadable = 'Файла {file} с подписчиками нет, или это не таблица CSV.';
export const ghostText = 'Текст статьи не читается: он не в формате редактора Ghost.';
export const membersArticle =
  'Запись была только для подписчиков или для рассылки: она перенесена черновиком.';
export const featuredLeftOut =
  'Отмечено как избранные: {count}. Главной страницы это не меняет: выберите статьи в разделе редакции.';
export const copyFormat = 'Выгрузка сайта в версии {format}, а здесь читается другая: обновите сайт.';
export const copyUnfinished = 'Выгрузка не закончена: нет файла SHA256SUMS. Сделайте её заново.';
export const runUnknown = 'Переноса с номером {run} нет.';
export const frontMatterMissing = 'Нет описания статьи: файл должен начинаться строкой «---» или «+++».';
export const frontMatterOpen = 'Описание статьи не закончено: нет второй такой строки.';
export const notMapping = 'Здесь ожидаются строки вида «имя: значение».';
export const notList = 'Здесь ожидается список: строки, начинающиеся с дефиса.';
export const notText = 'Значение «{name}» должно быть строкой.';
export const notOption = 'Такого значения «{name}» нет. Возможные: {options}.';
export const notYesOrNo = 'Значение «{name}» должно быть true или false.';
export const notNumber = 'Значение «{name}» должно быть целым числом.';
export const dateMissing =
  'Нет даты: ни в описании (date), ни в имени файла. Для всех таких статей сразу: --date ГГГГ-ММ-ДД.';
export const dateUnreadable =
  'Дата «{date}» не читается. Пишите так: 2026-09-14 или 2026-09-14T09:30:00+03:00.';
export const dateInFuture = 'Дата «{date}» ещё не наступила.';
export const translation = 'Это перевод: с другого языка сайт берёт одну статью, здесь {file}.';
export const slugTwice = 'Тот же адрес «{slug}», что у файла {file}.';
export const authorMissing = 'Не указан автор (author). Для всех таких статей сразу: --author ИМЯ.';
export const authorUnknown = 'Учётной записи «{username}» нет.';
export const authorBroken = 'Автор «{author}» описан с ошибкой.';
export const emailTaken = 'Адрес {email} автора «{author}» уже занят другой учётной записью.';
export const categoryTooLong = 'Название категории не должно превышать {max} символов.';
export const categoryTaken = 'Категорию «{name}» не создать: её имя или адрес только что заняты.';
export const commentsOfDraft = 'К черновику нельзя приложить комментарии.';
export const commentAuthorMissing = 'У комментария нет автора (author).';
export const commentDateMissing = 'У комментария нет даты (date).';
export const commentBeforeParent = 'Ответ написан раньше комментария, на который отвечает.';
export const commentsUnused = 'Статьи с адресом «{slug}» в папке нет: комментарии не перенесены.';
export const pictureMissing = 'Такой картинки нет.';
export const pictureElsewhere = 'Картинка с другого сайта не перенесена: положите её рядом со статьёй.';
export const outside = 'Файл лежит вне папки, из которой идёт перенос.';
export const fileElsewhere = 'Файл {what} остался на прежнем сайте: ссылка ведёт туда.';
export const linkedFolder = 'Это ссылка на папку: по ссылкам перенос не ходит.';
export const unreadableFile = 'Файл не читается: проверьте права доступа.';
export const notFile = 'Это не обычный файл.';
export const fileMissing = 'Файла нет.';
export const fileTooLarge = 'Файл больше {max} МБ.';
export const notUtf8 = 'Файл не в кодировке UTF-8.';
export const coauthor = 'Автор «{author}» не перенесён: у статьи один автор, взят первый.';
export const tagDropped = 'Тег {what} убран, его содержимое осталось.';
export const frameLinked = 'Вставка {what} перенесена ссылкой: такие плееры сайт не показывает.';
export const frameDropped =
  'Вставка {what} не перенесена: её адрес неполный и вне прежнего сайта никуда не ведёт.';
export const formulas = 'Формулы перенесены кодом TeX: рисовать их сайт не умеет.';
export const zipBroken = 'Архив не читается: он повреждён, или это не ZIP.';
export const zipOutside = 'Архив не принят: путь «{file}» выходит за пределы папки.';
export const zipLink = 'Архив не принят: «{file}» — ссылка, а не обычный файл.';
export const zipEncrypted = 'Архив не принят: файл «{file}» зашифрован.';
export const zipMethod = 'Архив не принят: файл «{file}» сжат неизвестным способом.';
export const zipTooLarge = 'Архив не принят: без сжатия он больше {max} МБ.';
export const zipTooMany = 'Архив не принят: в нём больше {max} файлов и папок.';
export const zipTooDeep = 'Архив не принят: в пути «{file}» больше {max} уровней.';
export const zipName = 'Архив не принят: имя «{file}» слишком длинное или занято папкой.';
export const diskFull = 'На диске почти не осталось места: освободите его и повторите.';
export const interrupted = 'Работа прервалась. Её можно продолжить.';
export const shortcodeSimplified =
  'От вставки {what} остались её текст и ссылка: её вид знает только прежний сайт.';
export const busy = 'База данных слишком занята. Повторите перенос.';
export const busyMachine = 'Сервер слишком занят, чтобы разобрать этот текст. Повторите перенос.';
export const internal = 'Внутренняя ошибка, подробности в журнале.';

export const yaml = 'Описание не читается как YAML.';
export const toml = 'Описание не читается как TOML.';
export const yamlDuplicate = 'Это имя уже встречалось выше.';
export const yamlIndent = 'Неверный отступ или незакрытая скобка.';
export const yamlTab = 'Отступ сделан табуляцией: нужны пробелы.';
export const yamlUnclosed = 'Не хватает закрывающей кавычки или скобки.';
export const yamlStart = 'Значение не может начинаться с этого знака: возьмите его в кавычки.';
export const yamlColon = 'Лишнее двоеточие: возьмите значение в кавычки.';
export const yamlEscape = 'Недопустимая обратная косая черта: возьмите значение в одинарные кавычки.';
export const yamlManyDocuments = 'В файле несколько описаний, а должно быть одно.';
export const yamlAlias = 'Ссылки YAML (*имя) здесь не читаются.';
export const yamlTooDeep = 'Слишком глубокая вложенность.';

export const demoFirstName = 'Демо';
export const demoReader = 'Читатель';
export const demoAuthor = 'Автор';
export const demoAuthorBio =
  'Пишу о туманах, коптильнях и других местах, где нужно подождать. Это учётная запись для знакомства с сайтом: её статьи можно менять и удалять.';
export const demoStaff = 'Редактор';
