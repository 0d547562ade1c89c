import { Form } from 'react-router';
import { decisionTargets } from '#contract/moderation.ts';
import { ruleIds } from '#contract/rules.ts';
import * as messages from '#locales/ru/moderation-log.ts';
import { ruleTitles } from '#locales/ru/rules.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { logPath, type ModerationLogState } from './moderation-log-path.ts';

/** The filters of the public log: a form, so that it works without scripts. */
export function LogFilters({ list: { kind, rule } }: { list: ModerationLogState }) {
  return (
    <search className="mt-4 block">
      <Form action={logPath} className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field label={messages.kind} className="max-sm:w-full sm:w-52">
          <Select name="kind" defaultValue={kind ?? ''}>
            <option value="">{messages.anyKind}</option>
            {decisionTargets.map((each) => (
              <option key={each} value={each}>
                {messages.kinds[each]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={messages.rule} className="max-sm:w-full sm:w-64">
          <Select name="rule" defaultValue={rule ?? ''}>
            <option value="">{messages.anyRule}</option>
            {ruleIds.map((each) => (
              <option key={each} value={each}>
                {ruleTitles[each]}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="secondary">
          {messages.show}
        </Button>
        {(kind ?? rule) && (
          <ButtonLink to={logPath} variant="quiet">
            {messages.reset}
          </ButtonLink>
        )}
      </Form>
    </search>
  );
}
