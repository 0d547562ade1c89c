/** The colours of categories, defined in `web/styles/tokens.css`. */
export const categoryColors = [
  'brick',
  'amber',
  'olive',
  'green',
  'teal',
  'blue',
  'indigo',
  'plum',
  'rose',
  'slate',
] as const;
export type CategoryColor = (typeof categoryColors)[number];

/** The marks of categories: symbols of `web/categories/category-marks.svg`. */
export const categoryMarks = [
  'newspaper',
  'landmark',
  'scale',
  'chart',
  'briefcase',
  'laptop',
  'flask',
  'heart',
  'cap',
  'globe',
  'plane',
  'camera',
  'music',
  'trophy',
  'home',
  'bag',
  'book',
  'clapperboard',
  'masks',
  'palette',
  'city',
  'tram',
  'leaf',
  'fork',
  'people',
  'tag',
] as const;
export type CategoryMark = (typeof categoryMarks)[number];
