/** Messages of the commands for operators. */
export const commands = {
  databaseLost: 'База данных перестала отвечать. Когда она ответит, повторите команду.',
  importUsage:
    'Так: npm run import -- ПАПКА [--site АДРЕС] [--author ИМЯ] [--date ГГГГ-ММ-ДД] [--dry-run [--json]]\n' +
    '     npm run import -- ВЫГРУЗКА.xml [--media ПАПКА] [--people ФАЙЛ] [--pages] [--no-fetch] [--author ИМЯ] [--date ГГГГ-ММ-ДД] [--dry-run [--json]]\n' +
    '     npm run import -- ВЫГРУЗКА.json [--site АДРЕС] [--members ФАЙЛ.csv] [--media ПАПКА] [--people ФАЙЛ] [--pages] [--no-fetch] [--author ИМЯ] [--date ГГГГ-ММ-ДД] [--dry-run [--json]]\n' +
    '     npm run import -- ВЫГРУЗКА_САЙТА [--roles] [--dry-run [--json]]\n' +
    '     npm run import -- --runs\n' +
    '     npm run import -- --report НОМЕР\n' +
    '     npm run import -- --take-back НОМЕР',
  importProgress: (done: number, total: number | undefined) =>
    total === undefined ? `Статья ${done}` : `Статья ${done} из ${total}`,
  importRun: (run: number) => `Перенос № ${run}. Отменить его: npm run import -- --take-back ${run}`,
  importMore: (count: number) => `… и ещё ${count}: все строки покажет --report с номером переноса`,
  importReportEmpty: 'У переноса с этим номером нет строк.',
  importFileStates: {
    imported: 'перенесено',
    updated: 'обновлено',
    exists: 'уже было',
    kept: 'оставлено',
    refused: 'не перенесено',
  },
  importRuns: 'Переносов ещё не было.',
  importRunStates: { running: 'не закончен', finished: 'закончен', undone: 'отменён' },
  importRunPosts: (posts: number) => `статей на сайте: ${posts}`,
  importUndone: {
    posts: 'Убрано статей',
    pictures: 'Убрано картинок',
    categories: 'Убрано категорий',
    accounts: 'Убрано учётных записей',
  },
  importKept: 'Осталось',
  importKeptKinds: { post: 'статья', category: 'категория', account: 'учётная запись' },
  importKeptReasons: {
    edited: 'её меняли на сайте',
    discussed: 'под ней есть комментарии читателей сайта',
    used: 'ею пользуются',
  },
  importStates: {
    new: 'перенесётся',
    doubtful: 'с замечаниями',
    exists: 'уже есть',
    refused: 'не перенесётся',
  },
  importTaken: 'Перенесено',
  importUpdated: 'Обновлено',
  importKeptArticles: 'Оставлено как есть',
  importExisting: 'Уже были на сайте',
  importSlugTaken: 'Из них адрес занят другой статьёй',
  importLeftOut: 'Оставлено из-за ошибок',
  importProblems: 'Замечания',
  importNothing: 'В папке нет ни одной статьи (.md).',

  factorUsage: `Так: npm run reset-second-factor -- --username ИМЯ [--dry-run]
  Убирает второй шаг входа, если владелец потерял все его средства: для входа хватит пароля. Все сеансы завершаются.
  --username       имя учётной записи
  --dry-run        проверить, что такая учётная запись есть, но ничего не менять`,
  factorUnknown: (username: string) => `Учётной записи «${username}» нет.`,
  factorReset: (username: string) =>
    `Второй шаг входа «${username}» сброшен, сеансы завершены. Владелец получит письмо.`,
  factorWouldReset: (username: string) => `Второй шаг входа «${username}» был бы сброшен, сеансы завершены.`,
  adminUsage: `Так: npm run create-admin -- --username ИМЯ --email АДРЕС [--password-stdin] [--dry-run]
       npm run create-admin -- --username ИМЯ --promote [--dry-run]
  Создаёт администратора сайта и показывает его пароль.
  --password-stdin прочитать пароль из стандартного ввода и не показывать
  --promote        дать права администратора учётной записи, которая уже есть: по имени или по адресу
  --dry-run        проверить всё, но ничего не менять`,
  adminExists: (username: string) =>
    `Учётная запись «${username}» уже есть. Чтобы дать ей права администратора, добавьте --promote.`,
  adminTwoAccounts: 'Имя и адрес принадлежат двум разным учётным записям: укажите что-нибудь одно.',
  adminUnknown: 'Такой учётной записи нет.',
  adminPromoted: (username: string) => `Учётная запись «${username}» получила права администратора.`,
  adminWouldPromote: (username: string) => `Учётная запись «${username}» получила бы права администратора.`,
  adminWouldCreate: (username: string, email: string) =>
    `Был бы создан администратор «${username}» (${email}).`,
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
