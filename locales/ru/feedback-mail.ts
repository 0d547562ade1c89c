/** The e-mail that contains a feedback message. */
export const feedbackMail = {
  subject: (siteName: string, kind: string, name: string) => `${siteName}: ${kind}, ${name}`,
  from: (name: string, email: string) => `Пишет ${name}, ${email}`,
  account: (username: string) => `Учётная запись: ${username}`,
  kind: (kind: string) => `Тема: ${kind}`,
  howToReply: 'Чтобы ответить читателю, ответьте на это письмо.',
};
