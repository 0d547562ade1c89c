/** Searches that are meant to cost more than an ordinary one, by what is unusual about them. */
export const expensiveSearches: Record<string, string> = {
  '10,000 characters': 'a'.repeat(10_000),
  '500 words': Array.from({ length: 500 }, (_, index) => `w${index}`).join(' '),
  'words that every text has': 'и в не на что как',
  punctuation: '!?.,:;()[]{}&|<->*\\\'"',
  'unbalanced quotes': '«"молоко ”“ "',
  wildcards: '%_*:* молок*',
  'text from right to left': 'שלום \u202eмолоко',
  NUL: 'моло\u0000ко',
  'a hyphen chain': Array.from({ length: 60 }, () => 'аб').join('-'),
  'half a character': '\ud83d молоко',
};
