/** What a letter to the editorial office can be about. */
export const feedbackKinds = {
  question: 'Вопрос',
  correction: 'Ошибка в тексте',
  complaint: 'Жалоба',
  idea: 'Предложение',
  other: 'Другое',
};
