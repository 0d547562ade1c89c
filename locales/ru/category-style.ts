/** The colours and marks of categories, on the staff page. */

export const color = 'Цвет';
export const mark = 'Знак';
export const preview = 'Так категория выглядит на страницах';
export const previewName = 'Название категории';
export const previewTitle = 'Заголовок статьи без картинки';
export const noColor = 'Без своего цвета';

export const colors = {
  brick: 'Кирпичный',
  amber: 'Янтарный',
  olive: 'Оливковый',
  green: 'Зелёный',
  teal: 'Бирюзовый',
  blue: 'Синий',
  indigo: 'Индиго',
  plum: 'Сливовый',
  rose: 'Розовый',
  slate: 'Серый',
};

export const marks = {
  newspaper: 'Газета',
  landmark: 'Дворец',
  scale: 'Весы',
  chart: 'График',
  briefcase: 'Портфель',
  laptop: 'Ноутбук',
  flask: 'Колба',
  heart: 'Сердце',
  cap: 'Шапочка выпускника',
  globe: 'Глобус',
  plane: 'Самолёт',
  camera: 'Фотоаппарат',
  music: 'Ноты',
  trophy: 'Кубок',
  home: 'Дом',
  bag: 'Сумка',
  book: 'Книга',
  clapperboard: 'Хлопушка',
  masks: 'Маски',
  palette: 'Палитра',
  city: 'Здания',
  tram: 'Трамвай',
  leaf: 'Лист',
  fork: 'Вилка и нож',
  people: 'Люди',
  tag: 'Ярлык',
};
