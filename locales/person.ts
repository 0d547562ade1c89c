/** The fields of a user or an author that make up the display name. */
export type NamedPerson = {
  username: string;
  full_name?: string;
  first_name?: string;
  last_name?: string;
};

/** The full name, else first and last name, else the username. */
export function displayName(person: NamedPerson): string {
  const joined = [person.first_name, person.last_name]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
  return person.full_name?.trim() || joined || person.username;
}

/** The first letters of up to two words of the display name, in capitals. */
export function initials(person: NamedPerson): string {
  const words = displayName(person)
    .split(/[\s_.-]+/u)
    .map((word) => word.match(/[\p{L}\p{N}]/u)?.[0])
    .filter((letter) => letter !== undefined);
  const letters = words.slice(0, 2).join('') || ([...person.username][0] ?? '');
  return letters.toLocaleUpperCase('ru-RU');
}
