/** Longer headers are not from browsers, and the parser tries many expressions. */
const userAgentMaxLength = 512;

/** The browser and the system of a user agent, as in "Firefox, Linux"; an empty string if it names neither. */
export async function describeDevice(userAgent: string): Promise<string> {
  const { default: bowser } = await import('bowser');
  const text = userAgent.slice(0, userAgentMaxLength);
  // The parser refuses an empty text.
  if (text.trim() === '') return '';
  const { browser, os } = bowser.parse(text);
  return [browser.name, os.name].filter(Boolean).join(', ');
}
