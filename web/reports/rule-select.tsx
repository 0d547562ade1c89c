import type { ComponentProps } from 'react';
import { ruleIds } from '#contract/rules.ts';
import { ruleTitles } from '#locales/ru/rules.ts';
import { Select } from '#web/ui/select.tsx';

/** One of the rules of the site. */
export function RuleSelect(props: Omit<ComponentProps<typeof Select>, 'children'>) {
  return (
    <Select {...props}>
      {ruleIds.map((id) => (
        <option key={id} value={id}>
          {ruleTitles[id]}
        </option>
      ))}
    </Select>
  );
}
