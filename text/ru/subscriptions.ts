export const subscriptions = {
  none: 'У вас нет подписки.',
  notActive: 'Подписка не действует.',
  required: 'Для закрепления постов необходима активная подписка.',
  postUnknown: 'Такого поста нет.',
  postNotOwn: 'Закрепить можно только свой пост.',
  nothingPinned: 'У вас нет закреплённого поста.',

  historyCreated: 'Оформление подписки «{plan_name}»',
  historyActivated: 'Подписка «{plan_name}» активирована',
  historyRenewed: 'Подписка «{plan_name}» продлена',
  historyCancelled: 'Подписка отменена',
  historyExpired: 'Срок подписки истёк',
  historyPaymentFailed: 'Оплата не прошла',
  historyPostPinned: 'Закреплён пост «{post_title}»',
  historyPostUnpinned: 'Откреплён пост «{post_title}»',
};
