/** Words that the renderer itself adds to a text. */
export const markdown = {
  footnotes: 'Примечания',
  backToText: 'Вернуться к тексту',
  taskDone: 'сделано',
  taskOpen: 'не сделано',
  pictureGone: 'Изображение удалено',
  vk: 'VK Видео',
  showVideo: 'Показать видео',
  showPost: 'Показать запись',
};
