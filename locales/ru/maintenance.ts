/** Messages of `npm run maintenance`. */
export const maintenance = {
  usage: `Так: npm run maintenance -- on [--minutes ЧИСЛО] | off | status [--dry-run]
  on               читать сайт можно, а всё, что его меняет, отклоняется; задания ждут
  off              сайт снова принимает изменения
  status           показать, идут ли работы
  --minutes        через сколько минут повторять запросы (Retry-After), по умолчанию 10
  --dry-run        ничего не менять, только показать, идут ли работы`,
  noSite: 'Здесь нет сайта: проверьте DATA_DIR и DATABASE_URL.',
  olderSchema: 'База ещё от прежнего выпуска, в котором этой команды не было. Сначала обновите её.',
  isOn: (startedAt: string) => `Работы идут с ${startedAt}: сайт только читают.`,
  isOff: 'Работ нет: сайт принимает изменения.',
  turnedOn: 'Сайт только читают. Вернуть запись: npm run maintenance -- off',
  turnedOff: 'Сайт снова принимает изменения.',
  waiting: (writers: number) => `Завершаются начатые изменения: ${writers}`,
  stillWriting: (writers: number) => `Внимание: ещё не завершились изменения: ${writers}.`,
};
