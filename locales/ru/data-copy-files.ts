/** The copy of the own data: archive and mail. */
export const dataCopy = {
  readme: (siteName: string) =>
    [
      `Всё, что хранит о вас сайт ${siteName}.`,
      '',
      'posts/     Ваши статьи и черновики: Markdown с заголовком YAML, как его читает импорт сайта.',
      'pictures/  Ваши изображения. Статьи ссылаются на них по тем же именам.',
      'data/      Остальное в формате JSON: профиль (accounts), комментарии, платежи, подписка, сеансы, уведомления.',
      '',
      'Паролей и ключей здесь нет: сайт хранит только их хеши.',
      '',
    ].join('\n'),
  mailSubject: (siteName: string) => `Копия ваших данных готова: ${siteName}`,
  mailText: (siteName: string, day: string) =>
    `Архив со всем, что хранит о вас сайт ${siteName}, готов. Скачать его можно до ${day}.`,
  mailLink: 'Архив ждёт в профиле:',
  mailStranger: 'Если это были не вы, смените пароль и завершите чужие сеансы на странице «Безопасность».',
};
