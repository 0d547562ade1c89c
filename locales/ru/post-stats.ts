/** Statistics of posts for their authors. */

export const title = 'Статистика';
export const description = 'Сколько читают ваши статьи.';
export const lead =
  'Сколько раз открывали ваши статьи, сколько читателей дошли до конца и откуда они пришли.';
export const linkOf = 'Статистика: {title}';
export const loading = 'Загрузка...';
export const failed = 'Не удалось загрузить статистику.';
export const retry = 'Повторить';
export const needsScript = 'Чтобы увидеть статистику, включите JavaScript в браузере.';
export const forbidden = 'У вас нет прав на просмотр статистики этой статьи';
export const toPost = 'К статье';
export const toAll = 'Все статьи';
export const toMyPosts = 'Мои статьи';

export const period = 'Период';
export const periods = { 7: '7 дней', 30: '30 дней', 90: '90 дней' } as const;

export const views = 'Просмотры';
export const finishes = 'Дочитали до конца';
export const share = 'Доля дочитавших';
export const total = 'Просмотров за всё время';
export const perDay = 'в среднем {count} в день';
export const totalHint = 'столько видят читатели';
export const shareHint = 'от всех просмотров за период';
export const more = 'на {count} больше, чем за прошлые {period}';
export const less = 'на {count} меньше, чем за прошлые {period}';
export const same = 'столько же, сколько за прошлые {period}';

export const byDay = 'По дням';
export const chart = 'Просмотры по дням с {from} по {to}: всего {views}, больше всего — {most} ({day}).';
export const finished = 'Дочитали';
export const dayValue = '{day}: {views}, дочитали {finishes}';

export const bySource = 'Откуда пришли';
export const source = 'Источник';
export const sharePercent = 'Доля';
export const direct = 'Прямые заходы';
export const site = 'Внутри сайта';
export const other = 'Другие';
export const sourceHint =
  'Прямой заход — адрес набрали, открыли из закладок, из приложения или с сайта, который не сообщает о себе.';

export const byPost = 'Самые читаемые за период';
export const post = 'Статья';

export const noViews = 'За этот период просмотров не было';
export const noViewsText = 'Выберите период подлиннее или загляните позже: числа обновляются сразу.';
export const noPosts = 'Здесь появится статистика ваших статей';
export const noPostsText = 'Опубликуйте первую — и будет видно, сколько читателей её открыли и дочитали.';
export const write = 'Создать статью';

export const privacy =
  'Дни считаются по московскому времени. Мы храним только суммы за день, ничего о самих читателях, и удаляем их через {days}.';
