/** Messages of `npm run doctor`. */
export const doctor = {
  usage: `Так: npm run doctor -- [--json]
  Проверяет настройки и окружение сайта и ничего не меняет. Код 1, если что-то не в порядке.
  --json           вывести результат в формате JSON`,
  status: { ok: 'хорошо', warn: 'внимание', fail: 'ошибка' },
  summary: (failed: number, warned: number) =>
    failed + warned === 0 ? 'Всё в порядке.' : `Ошибок: ${failed}, предупреждений: ${warned}.`,

  noResponse: 'нет ответа за шесть секунд',

  names: {
    configuration: 'Настройки',
    database: 'База данных',
    settings: 'Надёжность базы',
    schema: 'Миграции',
    disk: 'Место на диске',
    clock: 'Часы',
    mail: 'Почта',
    storage: 'Картинки',
    payments: 'Платежи',
    jobs: 'Задания',
    backup: 'Резервная копия',
    maintenance: 'Работы на сайте',
  },

  configured: (publicUrl: string) => `сайт ${publicUrl}`,
  configurationAdvice: 'Исправьте переменные окружения; каждую объясняет .env.example.',
  notHttps: 'Адрес сайта (PUBLIC_URL) начинается с http: пароли идут открытым текстом.',
  httpsAdvice: 'Поставьте перед сайтом сервер с TLS и укажите адрес https.',

  noSite: 'здесь ещё нет сайта',
  noSiteAdvice: 'Запустите сайт (npm start) или проверьте DATA_DIR и DATABASE_URL.',
  server: (version: string) => `PostgreSQL ${version}`,
  databaseAdvice: 'Проверьте, что сервер работает и что адрес и пароль в DATABASE_URL верны.',
  durable: 'подтверждённые записи переживут сбой питания',
  settingsAdvice: 'Измените настройки сервера PostgreSQL.',
  migrated: 'все применены',
  pending: (count: number) => `не применено: ${count}`,
  pendingAdvice: 'Их применит следующий запуск сайта. Сначала сделайте резервную копию.',
  schemaAdvice: 'Запустите более новый выпуск или восстановите копию, сделанную до обновления.',

  free: (gigabytes: string, percent: number) => `свободно ${gigabytes} ГБ (${percent} %)`,
  writesRefused: 'сайт только показывает страницы и ничего не сохраняет (MIN_FREE_MB)',
  diskAdvice: 'Освободите место: без него база остановится.',
  clockDifference: (seconds: string) => `расхождение с базой ${seconds} с`,
  clockAdvice: 'Включите синхронизацию времени (timedatectl set-ntp true).',

  mailWorks: 'почтовый сервер отвечает',
  mailToFiles: 'письма записываются в файлы (SMTP_URL не задан)',
  mailAdvice: 'Укажите почтовый сервер в SMTP_URL: без него читатели не получат писем.',
  mailServerAdvice: 'Проверьте адрес, порт, имя и пароль в SMTP_URL.',
  storageWorks: (place: string) => `чтение и запись работают (${place})`,
  folder: 'папка',
  bucket: (name: string) => `хранилище ${name}`,
  storageAdvice: 'Проверьте права на папку данных или настройки S3_*.',

  sandbox: 'учебная касса: деньги не списываются',
  noPayments: 'не настроены',
  providers: (names: string) => `включены: ${names}`,
  missingKeys: (names: string) => `не заданы: ${names}`,
  webhooksAdvice: 'Платёжные системы присылают уведомления только на https.',

  queue: (waiting: number, failed: number) => `ждут: ${waiting}, не выполнены: ${failed}`,
  late: (minutes: number) => `самое старое ждёт ${minutes} мин`,
  lateAdvice: 'Проверьте, что процесс с ролью worker работает, и посмотрите его журнал.',
  failedAdvice: 'Причины записаны в журнале сайта.',

  lastBackup: (age: string, megabytes: string) => `последняя сделана ${age} назад (${megabytes} МБ)`,
  maintenance: (startedAt: string) => `с ${startedAt}: сайт только читают`,
  noMaintenance: 'сайт принимает изменения',
  maintenanceAdvice: 'Когда закончите, верните запись: npm run maintenance -- off',
  backupScheduled: 'копии по расписанию',
  backupNotScheduled: 'без расписания',
  backupFailed: (error: string) => `последняя попытка не удалась: ${error}`,
  backupFailedAdvice: 'Сделайте копию вручную (npm run backup) и прочитайте ошибку; проверьте BACKUP_TARGET.',
  hours: (count: number) => `${count} ч`,
  days: (count: number) => `${count} дн.`,
  noBackup: 'копий ещё не было',
  backupAdvice: 'Сделайте копию (npm run backup) и включите расписание (BACKUP_TARGET).',
};
