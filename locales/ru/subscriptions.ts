export const none = 'У вас нет подписки.';
export const notActive = 'Подписка не действует.';
export const required = 'Для закрепления постов необходима активная подписка.';
export const postUnknown = 'Такого поста нет.';
export const postNotOwn = 'Закрепить можно только свой пост.';
export const nothingPinned = 'У вас нет закреплённого поста.';

export const historyCreated = 'Оформление подписки «{plan_name}»';
export const historyActivated = 'Подписка «{plan_name}» активирована';
export const historyRenewed = 'Подписка «{plan_name}» продлена';
export const historyCancelled = 'Подписка отменена';
export const historyExpired = 'Срок подписки истёк';
export const historyPaymentFailed = 'Оплата не прошла';
export const historyPostPinned = 'Закреплён пост «{post_title}»';
export const historyPostUnpinned = 'Откреплён пост «{post_title}»';
