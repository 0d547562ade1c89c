/** API messages about uploads and imports of the staff screen. */

export const sourceMissing = 'Этого файла больше нет: загрузите его снова.';
export const nameMissing = 'Укажите имя файла.';
export const fileEmpty = 'Файл пустой.';
export const uploadTooLarge = 'Файл больше {max} МБ. Положите его в папку imports каталога данных.';
export const uploadBusy = 'Сейчас загружается другой файл. Дождитесь конца загрузки.';
export const uploadsFull = 'Хранится {max} загруженных файлов — больше нельзя. Удалите ненужные.';
export const uploadGap = 'Часть файла пришла не по порядку: начните загрузку снова.';
export const uploadUsed = 'Файл сейчас читает импорт. Сначала остановите его.';
export const siteUrl = 'Укажите адрес вида https://blog.example.';
export const date = 'Укажите дату вида 2026-01-31.';
export const notReady = 'Этот импорт сейчас нельзя запустить: обновите страницу.';
export const notUndoable = 'Этот импорт сейчас нельзя отменить: обновите страницу.';
