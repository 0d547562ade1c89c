export const title = 'Обратная связь';
export const description = 'Напишите редакции: вопрос, ошибка в тексте, жалоба или предложение.';
export const intro =
  'Нашли ошибку, хотите пожаловаться или предложить идею? Напишите нам: ответ придёт на вашу почту.';
export const name = 'Ваше имя';
export const nameRequired = 'Укажите имя';
export const email = 'Email для ответа';
export const kind = 'Тема';
export const message = 'Сообщение';
export const messageHint = 'Если речь о статье или комментарии, приложите ссылку.';
export const messageRequired = 'Напишите сообщение';
export const website = 'Оставьте это поле пустым';
export const send = 'Отправить';
export const sending = 'Отправка...';
export const failed = 'Не удалось отправить сообщение. Попробуйте ещё раз.';
export const sentTitle = 'Сообщение отправлено';
export const sentText = 'Спасибо! Редакция прочитает его и ответит на {email}.';
export const again = 'Написать ещё';
export const needsScript = 'Чтобы отправить сообщение отсюда, включите в браузере JavaScript.';
export const privacy =
  'Имя и адрес нужны только для ответа: они уходят в письме редакции и на сайте не хранятся.';
export const privacyLink = 'Политика конфиденциальности';
