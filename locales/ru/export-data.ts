/** Messages of `npm run export-data`. */
export const exportData = {
  usage: `Так: npm run export-data -- ПАПКА [--format ndjson|csv] [--dry-run]
  Записывает все таблицы сайта в открытом виде, каждую в свой файл, без паролей и других секретов. Для восстановления сайта
  служит не она, а копия: npm run backup
  ПАПКА            новая папка, которой ещё нет
  --format         ndjson: строка JSON на каждую запись (по умолчанию); csv: таблица с заголовком
  --dry-run        прочитать всё и показать, что вошло бы, но ничего не писать`,
  noSite: 'Здесь нет сайта: проверьте DATA_DIR и DATABASE_URL.',
  exists: (folder: string) => `${folder} уже есть: укажите другое имя.`,
  noParent: (folder: string) => `Папки ${folder} нет.`,
  unfinished: (folder: string) =>
    `${folder} уже есть: другая выгрузка ещё идёт или была прервана. Если она прервана, удалите эту папку.`,
  progress: (table: string, megabytes: number) => `${table}: ${megabytes} МБ`,
  contents: (tables: number, rows: number, megabytes: string) =>
    `Таблиц: ${tables}, строк: ${rows}, ${megabytes} МБ.`,
  wouldWrite: (folder: string) => `Выгрузка была бы записана в ${folder}.`,
  done: (folder: string, seconds: string) =>
    `Выгрузка готова: ${folder} (${seconds} с). В ней адреса читателей и черновики: храните её как копию.`,
};
