export const loggedOut = 'Вы успешно вышли из системы';
export const logoutFailed = 'Произошла ошибка при выходе';
