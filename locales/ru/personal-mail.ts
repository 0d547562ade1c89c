/** The frame of every mail to a user. */
export const personalMail = {
  greeting: (name: string | undefined) => (name === undefined ? 'Здравствуйте!' : `Здравствуйте, ${name}!`),
  signature: (siteName: string) => `С уважением, ${siteName}`,
};
