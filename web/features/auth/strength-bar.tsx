import { t } from '#text/index.ts';
import { type PasswordStrength, ratePassword } from './password-strength.ts';

const looks: Record<PasswordStrength, { label: string; bar: string }> = {
  weak: { label: t('register.strengthWeak'), bar: 'w-1/4 bg-danger' },
  fair: { label: t('register.strengthFair'), bar: 'w-2/4 bg-warning' },
  good: { label: t('register.strengthGood'), bar: 'w-3/4 bg-accent' },
  excellent: { label: t('register.strengthExcellent'), bar: 'w-full bg-success' },
};

/** The strength of a password as a bar and a label; empty for an empty password. */
export function StrengthBar({ password }: { password: string }) {
  if (password === '') return null;
  const { label, bar } = looks[ratePassword(password)];
  return (
    <span className="mt-1 flex flex-col gap-1">
      <span aria-hidden className="block h-1 overflow-hidden rounded-sm bg-rule">
        <span className={`block h-full ${bar}`} />
      </span>
      <span>{t('register.strength', { label })}</span>
    </span>
  );
}
