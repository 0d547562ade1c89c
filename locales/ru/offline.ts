export const title = 'Сохранённые статьи';
export const description = 'Статьи, которые можно читать без сети.';
export const lead =
  'Последние 20 статей, которые вы открывали, можно читать без сети. Они лежат только на этом устройстве и удаляются, когда вы выходите из аккаунта.';
export const switchedOff = 'Сайт не сохраняет статьи для чтения без сети.';
export const none = 'На этом устройстве пока нет сохранённых статей.';
export const allPosts = 'Все статьи';
export const forget = 'Удалить сохранённое';
export const forgotten = 'Сохранённые статьи удалены';
export const forgetFailed = 'Не получилось удалить сохранённые статьи';
export const savedAt = 'Копия от {time}';

export const offlineTitle = 'Вы не в сети';
export const offlineText =
  'Страница не загрузилась: нет связи с сайтом. Проверьте подключение и попробуйте ещё раз.';
export const retry = 'Попробовать ещё раз';

export const stale = 'Нет связи с сайтом.';
export const staleText = 'Это копия статьи от {time}. С тех пор она могла измениться.';
export const refresh = 'Обновить';

export const profileLead = 'Последние открытые статьи лежат на этом устройстве, чтобы читать их без сети.';
export const show = 'Показать список';
