/** Messages of `npm run export-site`. */
export const exportSite = {
  usage: `Так: npm run export-site -- ПАПКА
  Записывает всё, что принадлежит читателям, авторам и редакции: статьи в Markdown, картинки, комментарии, категории,
  учётные записи без паролей, прежние адреса. Такую папку читает npm run import. Сайт при этом работает.
  ПАПКА            новая папка, которой ещё нет, или пустая`,
  taken: (folder: string) => `${folder} уже есть, и там что-то лежит: укажите другое имя.`,
  noParent: (folder: string) => `Папки ${folder} нет.`,
  unfinished: (folder: string) =>
    `${folder} уже есть: другая выгрузка ещё идёт или была прервана. Если она прервана, удалите эту папку.`,
  progress: (done: number, total: number) => `Статьи: ${done} из ${total}`,
  contents: (
    counts: { articles: number; comments: number; accounts: number; pictures: number },
    megabytes: string,
  ) =>
    `Статей: ${counts.articles}, комментариев: ${counts.comments}, учётных записей: ${counts.accounts}, картинок: ${counts.pictures}, ${megabytes} МБ.`,
  lost: (count: number) => `Файлов картинок нет в хранилище: ${count}. В выгрузке их нет:`,
  done: (folder: string, seconds: string) =>
    `Выгрузка готова: ${folder} (${seconds} с). В ней адреса почты и черновики: храните её как копию.`,
};
