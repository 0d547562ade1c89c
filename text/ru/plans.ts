export const plans = {
  notFound: 'Такого тарифа нет.',
};
