export const notFound = 'Такого тарифа нет.';
export const nameRequired = 'Назовите тариф.';
export const priceInvalid = 'Укажите цену числом, например 299 или 299,50.';
export const daysInvalid = 'Укажите срок: от 1 до 3660 дней.';
export const lastOnSale = 'Это единственный тариф в продаже. Сначала добавьте другой.';
