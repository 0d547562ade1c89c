/** The staff page that arranges the front page. */

export const title = 'Главная страница';
export const about = 'Выбрать, что стоит вверху главной страницы и когда.';
export const intro =
  'Первые статьи каждого списка видны читателям. Где ничего не выбрано, статьи подбирает сам сайт.';
export const leaveText = 'Расстановка не сохранена и пропадёт.';
export const failed = 'Не удалось загрузить расстановку.';
export const retry = 'Повторить';

export const lead = 'Главное место';
export const leadHint = 'Показывается одна статья: первая, чьё время пришло.';
export const row = 'Ряд рядом с главным местом';
export const rowHint = 'Показываются первые четыре статьи, чьё время пришло. Остальное место займут свежие.';
export const nothingPlaced = 'Ничего не выбрано: статью подберёт сайт.';
export const nothingInRow = 'Ничего не выбрано: статьи подберёт сайт.';

export const drag = 'Перетащите, чтобы переставить';
export const moveUp = 'Выше: {title}';
export const moveDown = 'Ниже: {title}';
export const toRow = 'Переставить в ряд: {title}';
export const toLead = 'Переставить на главное место: {title}';
export const take = 'Снять с места: {title}';
export const endsEarly = 'Показ не может закончиться раньше, чем начнётся.';
export const period = 'Время показа: {title}';
export const moved = '«{title}»: место {place} из {count}';
export const taken = '«{title}»: снята с места';
export const startsAt = 'Показывать с (по Москве)';
export const endsAt = 'Показывать до (по Москве)';
export const always = 'без срока';
export const from = 'с {date}';
export const until = 'до {date}';
export const placedBy = '{name}, {date}';
export const notSaved = 'ещё не сохранено';

export const shown = 'На главной';
export const waiting = 'Ждёт очереди';
export const later = 'Появится позже';
export const over = 'Показ закончился';
export const unpublished = 'Не видна: не опубликована';
export const hidden = 'Не видна: скрыта';
export const keptOff = 'Не видна: убрана с главной';

export const save = 'Сохранить расстановку';
export const revert = 'Вернуть как было';
export const saved = 'Главная страница изменена';
export const reload = 'Показать новую расстановку';
export const unsaved = 'Есть несохранённые изменения';

export const choose = 'Выбрать статью';
export const searchLabel = 'Слова из заголовка или текста';
export const find = 'Искать';
export const noPosts = 'Подходящих статей нет';
export const choosingFailed = 'Не удалось загрузить статьи.';
export const addToLead = 'На главное место: {title}';
export const addToRow = 'В ряд: {title}';
export const addToLeadShort = 'На главное место';
export const addToRowShort = 'В ряд';
export const full = 'Расставлено {max} статей: сначала уберите лишние.';
export const newer = 'Предыдущие';
export const older = 'Следующие';
export const pageOf = 'Страница {page} из {count}';

export const preview = 'Предпросмотр';
export const previewAt = 'Как будет выглядеть главная (по Москве)';
export const previewHint = 'Пустое поле: прямо сейчас.';
export const previewFailed = 'Не удалось показать главную страницу.';

export const history = 'Кто что менял';
export const historyFailed = 'Не удалось загрузить историю.';
export const historyEmpty = 'Здесь ещё никто ничего не менял.';
export const byOperator = 'Команда сервера';
export const actions = {
  'front-page.place': 'Поставлена на главную',
  'front-page.change': 'Переставлена',
  'front-page.remove': 'Снята с места',
  'post.off-front-page': 'Убрана с главной',
  'post.on-front-page': 'Снова может появиться на главной',
};
export const fields = {
  section: 'место',
  position: 'номер',
  starts_at: 'показ с',
  ends_at: 'показ до',
};
export const change = '{field}: {before} → {after}';
export const value = '{field}: {value}';
export const sections = { lead: 'главное', row: 'ряд' };
export const noTime = 'без срока';
