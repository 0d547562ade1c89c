/** Messages of `npm run migrate`. */
export const migrate = {
  usage: `Так: npm run migrate [-- --dry-run] [--no-backup]
  Обновляет базу до схемы этого выпуска. Перед этим делает копию базы: в BACKUP_TARGET или в папку backups данных.
  --dry-run        только показать, какие миграции ждут
  --no-backup      не делать копию`,
  upToDate: 'База уже соответствует этому выпуску.',
  pending: (names: string[]) => `Ждут миграции (${names.length}): ${names.join(', ')}.`,
  siteIsRunning: 'Здесь работает сайт прежнего выпуска. Остановите его и повторите команду.',
  backedUp: (file: string) => `Копия базы до обновления: ${file}`,
  migrated: (count: number) => `Готово, миграций: ${count}.`,
};
