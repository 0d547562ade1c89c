/** What a letter to the editorial office can be about. */
export const feedbackKinds = {
  question: 'Вопрос',
  correction: 'Ошибка в тексте',
  complaint: 'Жалоба',
  idea: 'Предложение',
  other: 'Другое',
};

/** The mail that brings a letter to the editorial office. */
export const feedbackMail = {
  subject: (siteName: string, kind: string, name: string) => `${siteName}: ${kind}, ${name}`,
  from: (name: string, email: string) => `Пишет ${name}, ${email}`,
  account: (username: string) => `Учётная запись: ${username}`,
  kind: (kind: string) => `Тема: ${kind}`,
  howToAnswer: 'Чтобы ответить читателю, ответьте на это письмо.',
};

export const feedback = {
  title: 'Обратная связь',
  description: 'Напишите редакции: вопрос, ошибка в тексте, жалоба или предложение.',
  intro: 'Нашли ошибку, хотите пожаловаться или предложить идею? Напишите нам: ответ придёт на вашу почту.',
  name: 'Ваше имя',
  nameRequired: 'Укажите имя',
  email: 'Email для ответа',
  kind: 'Тема',
  message: 'Сообщение',
  messageHint: 'Если речь о статье или комментарии, приложите ссылку.',
  messageRequired: 'Напишите сообщение',
  website: 'Оставьте это поле пустым',
  send: 'Отправить',
  sending: 'Отправка...',
  failed: 'Не удалось отправить сообщение. Попробуйте ещё раз.',
  sentTitle: 'Сообщение отправлено',
  sentText: 'Спасибо! Редакция прочитает его и ответит на {email}.',
  again: 'Написать ещё',
  needsScript: 'Чтобы отправить сообщение отсюда, включите в браузере JavaScript.',
  privacy: 'Имя и адрес нужны только для ответа: они уходят в письме редакции и на сайте не хранятся.',
  privacyLink: 'Политика конфиденциальности',
};
