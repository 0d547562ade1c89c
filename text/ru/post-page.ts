export const postPage = {
  title: 'Пост',
  breadcrumbs: 'Навигация по разделам',
  breadcrumbHome: 'Главная',
  breadcrumbPosts: 'Статьи',
  updated: 'обновлено {date}',
  share: 'Поделиться',
  shareCopied: 'Ссылка скопирована в буфер обмена',
  shareFailed: 'Не удалось скопировать ссылку',
  loading: 'Загрузка...',
  contents: 'Содержание',
  related: 'Похожие статьи',
  relatedAll: 'Смотреть все статьи рубрики «{name}»',
};
