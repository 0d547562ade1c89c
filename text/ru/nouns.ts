/** Nouns that stand after numbers: one, few, many. */
export const nouns = {
  article: ['статья', 'статьи', 'статей'],
  post: ['пост', 'поста', 'постов'],
  comment: ['комментарий', 'комментария', 'комментариев'],
  newOne: ['новое', 'новых', 'новых'],
  day: ['день', 'дня', 'дней'],
  view: ['просмотр', 'просмотра', 'просмотров'],
} as const;
