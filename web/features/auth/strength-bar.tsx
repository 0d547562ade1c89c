import { interpolate } from '#locales/interpolate.ts';
import * as registerMessages from '#locales/ru/register.ts';
import { type PasswordStrength, ratePassword } from './password-strength.ts';

const styles: Record<PasswordStrength, { label: string; bar: string }> = {
  weak: { label: registerMessages.strengthWeak, bar: 'w-1/4 bg-danger' },
  fair: { label: registerMessages.strengthFair, bar: 'w-2/4 bg-warning' },
  good: { label: registerMessages.strengthGood, bar: 'w-3/4 bg-accent' },
  excellent: { label: registerMessages.strengthExcellent, bar: 'w-full bg-success' },
};

/** The strength of a password as a bar and a label; empty for an empty password. */
export function StrengthBar({ password }: { password: string }) {
  if (password === '') return null;
  const { label, bar } = styles[ratePassword(password)];
  return (
    <span className="mt-1 flex flex-col gap-1">
      <span aria-hidden className="block h-1 overflow-hidden rounded-sm bg-rule">
        <span className={`block h-full ${bar}`} />
      </span>
      <span>{interpolate(registerMessages.strength, { label })}</span>
    </span>
  );
}
