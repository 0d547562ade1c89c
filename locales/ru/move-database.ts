/** Messages of `npm run move-database`. */
export const moveDatabase = {
  usage: `Так: npm run move-database -- --to АДРЕС [--app АДРЕС] [--dry-run]
       npm run move-database -- --to embedded [--dry-run]
  Копирует базу сайта на пустой сервер PostgreSQL или обратно во встроенную базу. Картинки и секреты остаются на месте.
  --to             адрес роли, которой будут принадлежать таблицы (или переменная MOVE_TO), либо embedded
  --app            адрес роли сайта, если она другая (или переменная MOVE_TO_APP)
  --dry-run        проверить оба места, но ничего не копировать`,
  noSite: 'Здесь нет сайта: проверьте DATA_DIR и DATABASE_URL.',
  sameKind:
    'Переезд возможен со встроенной базы на свой сервер (--to postgresql://…) или с него обратно (--to embedded). Между двумя серверами: backup и restore.',
  siteWrites: 'Сайт ещё принимает изменения. Сначала: npm run maintenance -- on',
  notEmpty: 'Встроенная база здесь уже есть. Переезд возможен только на пустое место.',
  wouldMove: 'Оба места доступны, новое пустое: переезд возможен.',
  progress: (phase: 'copy' | 'load', megabytes: number) =>
    `${phase === 'copy' ? 'Копируется' : 'Загружается'}: ${megabytes} МБ`,
  movedToServer:
    'База скопирована и сверена. Остановите сайт, укажите новый адрес в DATABASE_URL (и MIGRATION_DATABASE_URL) и запустите его.',
  movedToEmbedded:
    'База скопирована и сверена. Остановите сайт, уберите DATABASE_URL и MIGRATION_DATABASE_URL и запустите его.',
  seconds: (seconds: string) => `Всего ${seconds} с. Прежняя база осталась как была.`,
};
