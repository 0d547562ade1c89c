export const nameRequired = 'Название категории обязательно';
export const nameTaken = 'Категория с таким названием уже есть.';
export const notFound = 'Категория не найдена.';
