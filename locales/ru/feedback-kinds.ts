/** Subjects of a feedback message. */
export const feedbackKinds = {
  question: 'Вопрос',
  correction: 'Ошибка в тексте',
  complaint: 'Жалоба',
  idea: 'Предложение',
  other: 'Другое',
};
