export const session = {
  loggedOut: 'Вы успешно вышли из системы',
  logoutFailed: 'Произошла ошибка при выходе',
};
