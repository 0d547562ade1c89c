export const categories = {
  nameRequired: 'Название категории обязательно',
  nameTaken: 'Категория с таким названием уже есть.',
  notFound: 'Категория не найдена.',
};
