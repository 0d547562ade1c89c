/** API messages about the rules of publication. */

export const stale = 'Правила уже изменил другой сотрудник. Посмотрите, что стало, и внесите своё ещё раз.';
export const tooManyWords = 'Слов слишком много: оставьте не больше 5000.';
export const tooManyDomains = 'Сайтов слишком много: оставьте не больше 5000.';
export const unconfirmed =
  'Чтобы публиковать, подтвердите адрес почты: откройте письмо от сайта или запросите новое в профиле.';
export const stopWord = 'В тексте есть слово, которое на этом сайте не публикуется. Уберите его.';
export const blockedDomain = 'Ссылки на {domain} здесь не публикуются. Уберите ссылку.';
