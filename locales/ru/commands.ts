/** Messages of the commands for operators. */
export const commands = {
  importUsage: 'Так: npm run import -- ПАПКА [--author ИМЯ] [--dry-run [--json]]',
  importProgress: (done: number, total: number) => `Статья ${done} из ${total}`,
  importStates: {
    new: 'перенесётся',
    doubtful: 'с замечаниями',
    exists: 'уже есть',
    refused: 'не перенесётся',
  },
  importTaken: 'Перенесено',
  importExisting: 'Уже были на сайте',
  importLeftOut: 'Оставлено из-за ошибок',
  importProblems: 'Замечания',
  importNothing: 'В папке нет ни одной статьи (.md).',

  factorUsage: 'Так: npm run reset-second-factor -- --username ИМЯ',
  factorUnknown: (username: string) => `Учётной записи «${username}» нет.`,
  factorReset: (username: string) =>
    `Второй шаг входа «${username}» сброшен, сеансы завершены. Владелец получит письмо.`,
  adminUsage: 'Так: npm run create-admin -- --username ИМЯ --email АДРЕС [--password-stdin] [--promote]',
  adminExists: (username: string) =>
    `Учётная запись «${username}» уже есть. Чтобы дать ей права администратора, добавьте --promote.`,
  adminTwoAccounts: 'Имя и адрес принадлежат двум разным учётным записям: укажите что-нибудь одно.',
  adminUnknown: 'Такой учётной записи нет.',
  adminPromoted: (username: string) => `Учётная запись «${username}» получила права администратора.`,
  adminCreated: (username: string, email: string) => `Администратор «${username}» (${email}) создан.`,
  adminPassword: (password: string) => `Пароль: ${password}\nОн показан один раз: сохраните его.`,

  scaleUsage:
    'Так: npm run seed:scale -- [--posts ЧИСЛО] [--comments ЧИСЛО_НА_ПОСТ] [--discussion ЧИСЛО] [--seed ЧИСЛО] [--beside-content]',
  scaleNotEmpty:
    'В этой базе уже есть содержимое. Возьмите пустую (другая DATA_DIR или DATABASE_URL) или добавьте --beside-content.',
  scaleProgress: (step: string, percent: number) => `${step}: ${percent} %`,
  scaleDone: ({
    posts,
    comments,
    accounts,
    seconds,
  }: Record<'posts' | 'comments' | 'accounts' | 'seconds', number>) =>
    `Готово за ${seconds.toFixed(0)} с. Постов: ${posts}, комментариев: ${comments}, учётных записей: ${accounts}.`,
};
