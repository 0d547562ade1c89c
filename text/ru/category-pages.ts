export const categoryPages = {
  title: 'Категории',
  intro: 'Все рубрики сайта: выберите тему, которая вам близка.',
  description: 'Рубрики News Site и число статей в каждой.',
  empty: 'Категории не найдены',
  emptyText: 'Пока нет созданных категорий',
  readAll: 'Читать все статьи',
  postsTitle: 'Посты категории',
  breadcrumbs: 'Навигация по разделам',
  breadcrumbHome: 'Главная',
  postsDescription: 'Статьи рубрики «{name}» на News Site.',
  noPosts: 'Статьи не найдены',
  noPostsText: 'В этой категории пока нет опубликованных статей',
};
