/** The page of search results, and the suggestions of the search box. */

export const title = 'Поиск: {query}';
export const heading = 'Поиск: {query}';
export const description = 'Поиск по статьям, комментариям, авторам и категориям.';
export const found = 'Найдено {count}';
/** «Найдено 1 автор» would be wrong. */
export const foundOthers = 'Найдено: {count}';
export const foundMany = 'Найдено более {count}';
export const many = 'более {count}';
export const tabs = 'Где искать';
export const posts = 'Статьи';
export const comments = 'Комментарии';
export const authors = 'Авторы';
export const categories = 'Категории';
/** After numbers: one, few, many. Only the page of the search loads these. */
export const authorForms = ['автор', 'автора', 'авторов'] as const;
export const categoryForms = ['категория', 'категории', 'категорий'] as const;
export const filters = 'Фильтры поиска';
export const author = 'Автор';
export const since = 'С какого дня';
export const until = 'По какой день';
export const sinceShort = 'с';
export const untilShort = 'по';
export const relevance = 'По соответствию';
export const corrected = 'Показаны результаты для «{query}».';
export const searchExactly = 'Искать «{query}»';
export const onlyAuthors = 'Только этих авторов: {names}';
export const onlyAuthor = 'Только этого автора: {names}';
export const commentOn = 'К статье «{title}»';
export const empty = 'По запросу «{query}» ничего не нашлось';
export const emptyTab = 'Здесь ничего не нашлось';
export const elsewhere = 'Зато нашлось в других разделах:';
export const hintSpelling = 'Проверьте, нет ли опечаток, или попробуйте другие слова: короче и общее.';
export const hintFilters = 'Возможно, мешают фильтры: попробуйте искать без них.';
export const withoutFilters = 'Искать без фильтров';
export const allPosts = 'Все статьи';
export const language = 'Как уточнить запрос';
export const languagePhrase = 'слова рядом и в этом порядке';
export const languagePhraseExample = '«ночной трамвай»';
export const languageMinus = 'без этого слова';
export const languageMinusExample = 'трамвай -депо';
export const languageAuthor = 'статьи автора';
export const languageAuthorExample = 'автор:Иванова';
export const languageCategory = 'статьи категории';
export const languageCategoryExample = 'категория:город';
export const languagePeriod = 'за это время';
export const languagePeriodExample = 'с 01.09.2026 по 30.09.2026';

export const suggestions = 'Подсказки поиска';
export const recent = 'Вы искали';
export const forget = 'Очистить историю поиска';
export const showAll = 'Все результаты: {query}';
export const suggestionsCount = 'Подсказки: {count}';
