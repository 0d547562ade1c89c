/** Words that the renderer adds to a text. */

export const footnotes = 'Примечания';
export const backToText = 'Вернуться к тексту';
export const taskDone = 'сделано';
export const taskOpen = 'не сделано';
export const pictureGone = 'Изображение удалено';
export const vk = 'VK Видео';
export const showVideo = 'Показать видео';
export const showPost = 'Показать запись';
export const openPicture = 'Открыть изображение';
export const videoOf = 'Видео на {service}';
export const recordOf = 'Запись в {service}';
