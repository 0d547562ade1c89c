/** Messages of the commands for backups. */
export const backup = {
  backupUsage: `Так: npm run backup -- [КУДА] [--recipient КЛЮЧ] [--dry-run]
       npm run backup -- --new-key ФАЙЛ
  КУДА             папка или s3://хранилище/папка: картинки там хранятся один раз для всех копий;
                   или файл, которого ещё нет: в нём будет всё; иначе переменная BACKUP_TARGET
  --recipient      открытый ключ age (age1…); иначе переменная BACKUP_RECIPIENT
  --dry-run        проверить всё и показать, что войдёт в копию, но не писать её
  --scheduled      как по расписанию: после копии удалить старые (BACKUP_KEEP_DAILY и другие)
  --new-key        создать ключ: файл остаётся у вас, открытый ключ показан на экране`,
  restoreUsage: `Так: npm run restore -- [ОТКУДА] [--at ВРЕМЯ] [--key ФАЙЛ] [--dry-run]
       npm run restore -- [ОТКУДА] --list
  Восстанавливает сайт в пустое место, которое называют DATA_DIR или DATABASE_URL.
  ОТКУДА           файл копии, папка или s3://хранилище/папка с копиями; иначе переменная BACKUP_TARGET
  --at             последняя копия до этого времени, например 2026-11-23T12:00+03:00; иначе самая новая
  --list           показать, какие копии там есть
  --key            файл с ключом age; иначе переменная BACKUP_KEY_FILE
  --dry-run        проверить копию и место, но ничего не писать`,
  verifyUsage: `Так: npm run verify-backup -- [ОТКУДА] [--at ВРЕМЯ] [--key ФАЙЛ]
  Восстанавливает копию во временное место и сравнивает таблицы и картинки.
  ОТКУДА           файл копии, папка или s3://хранилище/папка с копиями; иначе переменная BACKUP_TARGET
  --at             последняя копия до этого времени, например 2026-11-23T12:00+03:00; иначе самая новая
  --list           показать, какие копии там есть
  --key            файл с ключом age; иначе переменная BACKUP_KEY_FILE`,

  keyCreated: (file: string, recipient: string) =>
    `Ключ записан в ${file}. Храните его отдельно от сервера: без него копию не прочитать.\nОткрытый ключ для копий: ${recipient}`,
  fileExists: (file: string) => `${file} уже есть: укажите другое имя.`,
  folderMissing: (folder: string) => `Папки ${folder} нет.`,
  badRecipient:
    'Открытый ключ age выглядит так: age1…, 62 знака. Создать ключ: npm run backup -- --new-key ФАЙЛ',
  badKey: (file: string) => `В файле ${file} нет ключа age (AGE-SECRET-KEY-…).`,
  keyNeeded: 'Копия зашифрована: укажите файл с ключом (--key или BACKUP_KEY_FILE).',
  wrongKey: 'Копия зашифрована другим ключом.',
  notEncrypted:
    'Внимание: копия не зашифрована, а в ней секреты сайта и адреса читателей. Укажите --recipient, чтобы зашифровать её.',
  location: (place: string, name: string) => `${place.replace(/\/$/, '')}/${name}`,
  noTarget: 'Укажите, куда или откуда: папку, файл, s3://хранилище/папка или переменную BACKUP_TARGET.',
  bucketNeedsKey:
    'В хранилище S3 копия уходит только зашифрованной: в ней секреты сайта. Укажите --recipient или BACKUP_RECIPIENT.',
  otherBackupRuns: 'Другая копия этого сайта ещё не закончена.',
  badTime: (time: string) =>
    `Время ${time} непонятно: укажите его с часовым поясом, например 2026-11-23T12:00+03:00.`,
  noBackupBefore: (place: string) => `В ${place} нет подходящей копии: посмотрите, какие есть (--list).`,
  backupCount: (count: number, place: string) => `Копий в ${place}: ${count}.`,
  removedOld: (backups: number, pictures: number) =>
    `Удалено старых копий: ${backups}, картинок: ${pictures}.`,
  noSite: 'Здесь нет сайта, который можно скопировать: проверьте DATA_DIR и DATABASE_URL.',
  noSuchFile: (file: string) => `Файла ${file} нет.`,
  notABackup: (file: string) => `${file} — не резервная копия сайта.`,
  damaged: (reason: string) => `Копия повреждена или записана не до конца: ${reason}.`,
  noEnd: 'нет конца файла',
  newerFormat: (format: number) =>
    `Формат копии ${format} новее этого выпуска: восстановите её новым выпуском.`,
  newerRelease: (migration: string) =>
    `Копию сделал более новый выпуск: этому неизвестна миграция ${migration}.`,
  otherMigration: (migration: string) =>
    `Миграция ${migration} в копии другая: это копия другой ветви сайта.`,
  newerJobs: 'Копию сделал более новый выпуск: таблицы очереди заданий новее.',
  notEmptyDatabase: 'В базе уже есть таблицы. Восстановление возможно только в пустую базу.',
  notEmptyFolder: (folder: string) =>
    `В папке ${folder} уже есть данные сайта. Восстановление возможно только в пустую папку (DATA_DIR).`,
  notEmptyPictures: 'В хранилище картинок уже есть файлы. Восстановление возможно только в пустое хранилище.',
  siteIsRunning: 'Здесь работает сайт. Остановите его и укажите пустое место.',
  mismatch: (what: string) => `После восстановления не совпадает: ${what}.`,

  progress: (phase: string, megabytes: number, percent: number | undefined) =>
    `${phase}: ${megabytes} МБ${percent === undefined ? '' : `, ${percent} %`}`,
  phases: { tables: 'Таблицы', pictures: 'Картинки', checking: 'Проверка', restoring: 'Восстановление' },
  created: (file: string, megabytes: string, seconds: string) =>
    `Копия готова: ${file} (${megabytes} МБ, ${seconds} с).`,
  contents: ({ tables, rows, pictures }: Record<'tables' | 'rows' | 'pictures', number>) =>
    `Таблиц: ${tables}, строк: ${rows}, файлов картинок: ${pictures}.`,
  missingPictures: (count: number) =>
    `Внимание: в хранилище нет ${count} файлов картинок, которые названы в базе.`,
  wouldWrite: (file: string) => `Копия была бы записана в ${file}.`,
  checked: (name: string, createdAt: string) => `Копия ${name} от ${createdAt} цела.`,
  wouldRestore: 'Место пустое, копию можно восстановить.',
  deletionsRepeated: (accounts: number) =>
    `Учётных записей, которые удалены после этой копии и удалены снова: ${accounts}. Их тексты удалит сайт, когда запустится.`,
  restored: (seconds: string) => `Сайт восстановлен за ${seconds} с. Запустите его: npm start`,
  verified: (seconds: string) =>
    `Копия восстановлена во временное место: все таблицы и картинки совпадают (${seconds} с).`,
};
