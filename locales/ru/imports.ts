/** The report of an import for the operator. */

export const folderMissing = 'Папки {folder} нет, или её нельзя прочитать.';
export const exists = 'Уже есть.';
export const frontMatterMissing = 'Нет описания статьи: файл должен начинаться строкой «---» или «+++».';
export const frontMatterOpen = 'Описание статьи не закончено: нет второй такой строки.';
export const notMapping = 'Здесь ожидаются строки вида «имя: значение».';
export const notList = 'Здесь ожидается список: строки, начинающиеся с дефиса.';
export const notText = 'Значение «{name}» должно быть строкой.';
export const notOption = 'Такого значения «{name}» нет. Возможные: {options}.';
export const notYesOrNo = 'Значение «{name}» должно быть true или false.';
export const notNumber = 'Значение «{name}» должно быть целым числом.';
export const dateMissing = 'Нет даты: ни в описании (date), ни в имени файла.';
export const dateUnreadable =
  'Дата «{date}» не читается. Пишите так: 2026-09-14 или 2026-09-14T09:30:00+03:00.';
export const dateInFuture = 'Дата «{date}» ещё не наступила.';
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
export const linkedFolder = 'Это ссылка на папку: по ссылкам перенос не ходит.';
export const unreadableFile = 'Файл не читается: проверьте права доступа.';
export const notFile = 'Это не обычный файл.';
export const fileMissing = 'Файла нет.';
export const fileTooLarge = 'Файл больше {max} МБ.';
export const notUtf8 = 'Файл не в кодировке UTF-8.';
export const coauthor = 'Автор «{author}» не перенесён: у статьи один автор, взят первый.';
export const tagDropped = 'Тег {what} убран, его содержимое осталось.';
export const frameLinked = 'Вставка {what} перенесена ссылкой: такие плееры сайт не показывает.';
export const shortcode = 'Вставка {what} осталась в тексте как есть: её смысл знает только прежний сайт.';
export const busy = 'База данных слишком занята. Повторите перенос.';
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
