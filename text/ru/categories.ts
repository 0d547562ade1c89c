export const categories = {
  notFound: 'Категория не найдена.',
};
