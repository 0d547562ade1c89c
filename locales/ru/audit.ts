/** The audit log for administrators. */

export const title = 'Журнал';
export const about = 'Кто и что изменил: роли, тексты, тарифы, возвраты.';
export const intro = 'Записи нельзя изменить или удалить. Они исчезают сами, когда истекает срок хранения.';
export const search = 'Поиск';
export const searchLabel = 'Имя сотрудника или объекта';
export const find = 'Найти';
export const reset = 'Сбросить';
export const action = 'Действие';
export const anyAction = 'Любое';
export const from = 'С';
export const to = 'По';
export const exportCsv = 'Скачать CSV';
export const exported = 'Журнал скачан';
export const empty = 'Записей нет';
export const emptyText = 'Под эти условия ничего не подходит.';
export const failed = 'Не удалось загрузить журнал.';
export const retry = 'Повторить';
export const loading = 'Загрузка...';
export const bySite = 'Команда оператора';
export const address = 'Адрес {address}';
export const none = 'нет';

export const actions = {
  'account.role': 'Изменена роль',
  'account.disable': 'Учётная запись отключена',
  'account.enable': 'Доступ возвращён',
  'account.sanction': 'Вынесена санкция',
  'account.sanction-end': 'Санкция отменена',
  'account.note': 'Добавлена заметка',
  'account.hide-texts': 'Скрыты все тексты',
  'account.restore-texts': 'Возвращены все тексты',
  'post.hide': 'Статья скрыта',
  'post.restore': 'Статья возвращена',
  'post.edit': 'Изменена чужая статья',
  'post.delete': 'Удалена чужая статья',
  'post.draft-link': 'Создана ссылка на чужой черновик',
  'post.off-front-page': 'Статья убрана с главной',
  'post.on-front-page': 'Статья возвращена на главную',
  'front-page.place': 'Статья поставлена на главную',
  'front-page.change': 'Статья переставлена на главной',
  'front-page.remove': 'Статья снята с места на главной',
  'post.correction': 'Добавлено исправление',
  'post.correction-delete': 'Удалено исправление',
  'discussion.change': 'Изменено обсуждение',
  'comment.hide': 'Комментарий скрыт',
  'comment.restore': 'Комментарий возвращён',
  'report.assign': 'Жалоба взята или возвращена в очередь',
  'report.leave': 'Жалоба отклонена',
  'objection.decide': 'Возражение рассмотрено',
  'comment.edit': 'Изменён чужой комментарий',
  'comment.delete': 'Удалён чужой комментарий',
  'category.create': 'Создана категория',
  'category.edit': 'Изменена категория',
  'category.delete': 'Удалена категория',
  'plan.create': 'Создан тариф',
  'plan.edit': 'Изменён тариф',
  'payment.refund': 'Возврат денег',
  'publication.change': 'Изменены правила публикации',
  'import.upload': 'Начата загрузка файла для импорта',
  'import.upload-part': 'Файл для импорта загружен',
  'import.upload-delete': 'Удалён файл для импорта',
  'import.plan': 'Составлен план импорта',
  'import.download': 'Скачан план импорта',
  'import.start': 'Запущен импорт',
  'import.stop': 'Остановлен импорт',
  'import.undo': 'Отменён импорт',
  'audit.export': 'Скачан журнал',
};

/** The names of values before and after; others are shown as they are stored. */
export const fields: Readonly<Record<string, string>> = {
  locked: 'Закрыто модераторами',
  close_after_days: 'Закрыть через, дней',
  pinned_comment: 'Закреплённый комментарий',
  slow_mode_seconds: 'Медленный режим, с',
  ends_at: 'показ до',
  starts_at: 'показ с',
  position: 'номер',
  section: 'место',
  role: 'Роль',
  is_staff: 'Флаг сотрудника',
  is_superuser: 'Флаг суперпользователя',
  is_active: 'Доступ',
  kind: 'Решение',
  decision: 'Номер решения',
  rule: 'Правило',
  reason: 'Причина',
  until: 'До',
  text: 'Текст',
  content: 'Текст',
  title: 'Заголовок',
  name: 'Название',
  slug: 'Адрес',
  status: 'Состояние',
  version: 'Версия',
  description: 'Описание',
  price_kopecks: 'Цена, коп.',
  amount_kopecks: 'Сумма, коп.',
  refund: 'Номер возврата',
  mode: 'Когда показывать тексты',
  category_modes: 'Режимы категорий',
  newcomer_hours: 'Новичок: часов с регистрации',
  newcomer_texts: 'Новичок: текстов',
  newcomer_texts_a_day: 'Текстов новичка в день',
  newcomer_links_a_day: 'Ссылок новичка в день',
  repeated_domains: 'Текстов со ссылкой на один сайт',
  repeated_texts: 'Одинаковых текстов',
  stop_words: 'Стоп-слова',
  blocked_domains: 'Запрещённые сайты',
  needs_confirmed_address: 'Подтверждённый адрес',
  bytes: 'Байт',
  author: 'Автор',
  pages: 'Со страницами',
  fetch_pictures: 'Загружать картинки',
  site_url: 'Прежний адрес',
  members: 'С подписчиками',
  date: 'Дата',
  search: 'Поиск',
  action: 'Действие',
  from: 'С',
  to: 'По',
};
export const yes = 'да';
export const no = 'нет';
