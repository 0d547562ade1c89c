/** Parsers for environment variables; each adds a message to `problems` for an invalid value. */

export type Env = Record<string, string | undefined>;

export function readNumber(
  env: Env,
  name: string,
  fallback: number,
  { min, max }: { min: number; max: number },
  problems: string[],
): number {
  const value = env[name];
  if (value === undefined) return fallback;
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  problems.push(`${name}: must be a whole number from ${min} to ${max}, not "${value}"`);
  return fallback;
}

export function readFactor(env: Env, name: string, fallback: number, problems: string[]): number {
  const value = env[name];
  if (value === undefined) return fallback;
  const factor = Number(value);
  if (Number.isFinite(factor) && factor >= 0) return factor;
  problems.push(`${name}: must be a number like 1 or 0.5, not "${value}"`);
  return fallback;
}

export function readChoice<Choice extends string>(
  env: Env,
  name: string,
  fallback: Choice,
  choices: Choice[],
  problems: string[],
): Choice {
  const value = choices.find((choice) => choice === (env[name] ?? fallback));
  if (value === undefined) problems.push(`${name}: must be one of ${choices.join(', ')}`);
  return value ?? fallback;
}

export function readAddress(env: Env, name: string, problems: string[]): string | undefined {
  const address = env[name];
  if (address !== undefined && !/^[^\s@<>",;]+@[^\s@<>",;]+$/.test(address))
    problems.push(`${name}: must be an e-mail address like news@news.example`);
  return address;
}
