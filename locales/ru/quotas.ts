/** Usage of an account, and the error messages of full quotas. */

export const heading = 'Место на сайте';
export const lead = 'Сколько места занимают ваши тексты и картинки.';
export const posts = 'Статьи и черновики';
export const drafts = 'Тексты в редакторе';
export const revisions = 'Прежние версии статей';
export const comments = 'Комментарии';
export const pictures = 'Изображения';
export const amount = '{count} из {countLimit}, {bytes} из {bytesLimit}';
export const amountUnlimited = '{count}, {bytes}, без ограничений';
export const nearlyFull = 'Место скоро закончится: удалите то, что вам больше не нужно.';
export const full = 'Место закончилось: удалите то, что вам больше не нужно.';
export const failed = 'Не удалось узнать, сколько места занято. Обновите страницу.';

export const postsFullItems =
  'У вас уже {limit} статей и черновиков, считая прежние адреса и адреса удалённых статей, больше сохранить нельзя. Удалите ненужные черновики на странице «Мои посты» и сохраните ещё раз.';
export const postsFullBytes =
  'Ваши статьи и черновики заняли все {limit}. Удалите ненужные на странице «Мои посты» и сохраните ещё раз.';
export const draftsFullItems =
  'В редакторе у вас уже {limit} начатых текстов. Сохраните или удалите ненужные и попробуйте ещё раз.';
export const draftsFullBytes =
  'Начатые в редакторе тексты заняли все {limit}. Сохраните или удалите ненужные и попробуйте ещё раз.';
export const revisionsFullItems =
  'У ваших статей уже {limit} прежних версий. Удалите статьи, которые вам больше не нужны, и сохраните ещё раз.';
export const revisionsFullBytes =
  'Прежние версии ваших статей заняли все {limit}. Удалите статьи, которые вам больше не нужны, и сохраните ещё раз.';
export const commentsFullItems =
  'Вы написали уже {limit} комментариев, больше сохранить нельзя. Напишите в редакцию через «Обратную связь».';
export const commentsFullBytes =
  'Ваши комментарии заняли все {limit}, больше сохранить нельзя. Напишите в редакцию через «Обратную связь».';
export const picturesFullItems = 'У вас уже {limit} картинок. Удалите ненужные и загрузите снова.';
export const picturesFullBytes = 'Ваши картинки заняли все {limit}. Удалите ненужные и загрузите снова.';
