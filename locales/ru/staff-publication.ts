/** The rules of publication for staff. */

export const title = 'Правила публикации';
export const about = 'Решить, какие тексты читатели видят сразу, а какие проверяет модератор.';
export const intro =
  'Правила действуют на новые тексты и правки сразу после сохранения. Тексты редакции не проверяются.';
export const mode = 'Когда читатели видят тексты';
export const modes = {
  after: { label: 'Сразу', hint: 'Модераторы смотрят уже опубликованное. Правила ниже действуют всё равно.' },
  newcomers: { label: 'Тексты новичков — после проверки', hint: 'Кто такой новичок, указано ниже.' },
  before: { label: 'Все тексты — после проверки', hint: 'И правки тоже.' },
};
export const categories = 'Режимы категорий';
export const categoriesHint = 'Для статей категории и комментариев к ним.';
export const asSite = 'Как на всём сайте';
export const newcomers = 'Новички';
export const newcomerHours = 'Новичок — первые столько часов';
export const newcomerTexts = 'И пока у него меньше стольких текстов';
export const newcomerTextsHint = 'Считаются те, что видят читатели. Ноль — не учитывать.';
export const textsADay = 'Текстов новичка в день';
export const linksADay = 'Ссылок новичка в день';
export const repeatedDomains = 'Текстов новичков со ссылкой на один сайт в день';
export const repeatedTexts = 'Одинаковых текстов новичков в день';
export const limitHint = 'Остальные ждут проверки. Пусто — сколько угодно.';
export const words = 'Слова и сайты';
export const stopWords = 'Стоп-слова';
export const stopWordsHint =
  'По одному слову или выражению в строке. Звёздочка в конце — любое окончание: казин*. Регистр, ё и похожие латинские буквы не важны. Такие тексты ждут проверки.';
export const blockedDomains = 'Запрещённые сайты';
export const blockedDomainsHint =
  'По одному в строке, вместе с поддоменами. Текст с такой ссылкой сайт не примет и скажет автору почему.';
export const needsAddress = 'Публиковать можно только с подтверждённым адресом почты';
export const needsAddressHint = 'Программы, которые публикуют сразу после регистрации, получат отказ.';
export const numberProblem = 'Укажите целое число.';
export const effect = 'Что изменится';
export const effectHint = 'Проверьте правила на текстах последних семи дней, прежде чем сохранять.';
export const check = 'Проверить на текстах недели';
export const effectOf = 'Тексты за неделю: {count}';
export const effectOfNewest = 'Самые новые тексты недели: {count}';
export const effectShown = 'Читатели увидели бы сразу';
export const effectWaiting = 'Ждали бы проверки: {rule}';
export const effectRefused = 'Сайт не принял бы';
export const effectOld = 'Правила изменились. Проверьте их ещё раз.';
export const examples = 'Например: {list}';
export const noTexts = 'За неделю ничего не опубликовано.';
export const save = 'Сохранить правила';
export const saved = 'Правила сохранены';
export const stale = 'Правила уже изменил другой сотрудник. Ниже — то, что действует сейчас.';
export const failed = 'Не удалось загрузить правила.';
export const retry = 'Повторить';
export const history = 'История';
export const change = '{field}: было {before}, стало {after}';
export const listChange = '{field}: убрано — {before}; добавлено — {after}';
export const historyEmpty = 'Правила ещё не меняли.';
export const historyFailed = 'Не удалось загрузить историю.';
export const byOperator = 'Команда оператора';
export const problems = {
  stop_words: 'Не больше 5000 строк, до 100 знаков в каждой.',
  blocked_domains: 'Не больше 5000 сайтов, до 253 знаков в каждом.',
};
