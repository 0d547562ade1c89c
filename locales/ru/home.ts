export const title = 'Главная';
export const description =
  'Свежие статьи авторов News Site: главное за день, самое читаемое и все рубрики на одной странице.';
export const fresh = 'Свежее';
export const heading = 'News Site. Главное за день:';
export const popularOfWeek = 'Популярное за неделю';
export const popularOfMonth = 'Популярное за месяц';
export const popularOfAllTime = 'Популярное за всё время';
export const more = 'Ещё статьи';
export const seeAllOfCategory = 'Смотреть все статьи категории «{name}»';
export const seeAll = 'Смотреть все';
export const seeAllPosts = 'Смотреть все статьи';
export const seeAllPopular = 'Смотреть все популярные статьи';
export const intro = 'Новости, репортажи и заметки, которые пишут сами читатели.';
export const pinned = 'Закреплено подписчиками';
export const invite = 'Готовы начать писать?';
export const inviteText =
  'Здесь публикуются те, кто видел, разобрался или придумал сам. Заведите аккаунт — и следующая статья на этой странице может стать вашей.';
export const join = 'Зарегистрироваться';
export const haveAccount = 'Уже есть аккаунт?';
export const emptyTitle = 'Пока нет статей';
export const emptyText = 'Первая опубликованная статья появится на этом месте.';
