import { type FormEvent, useRef, useState } from 'react';
import type { CategoryInfo } from '#contract/categories.ts';
import {
  type PublicationRules,
  publicationModes,
  type StoredPublicationRules,
} from '#contract/publication-rules.ts';
import * as messages from '#locales/ru/staff-publication.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { Radio, RadioGroup } from '#web/ui/radio-group.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { PublicationEffect } from './publication-effect.tsx';
import { categoryFieldName, type NumberField, readRules } from './publication-form-values.ts';
import { PublicationHistory } from './publication-history.tsx';
import { StaffListSkeleton } from './staff-frame.tsx';

/** The rules of publication: their form, what they would do, and who changed them. */
export function PublicationRulesScreen() {
  const [stored, setStored] = useState<StoredPublicationRules | null>(null);
  const query = useBrowserQuery('publication rules', async (api) => {
    const [rules, { results }] = await Promise.all([
      api.call('getPublicationRules', {}),
      api.call('listCategories', { query: { page_size: 100 } }),
    ]);
    return { rules, categories: results };
  });
  return (
    <QueryView
      query={query}
      placeholder={<StaffListSkeleton />}
      failed={messages.failed}
      retry={messages.retry}
    >
      {({ rules, categories }) => {
        const current = stored ?? rules;
        return (
          <div className="flex flex-col gap-12">
            <RulesForm key={current.version} stored={current} categories={categories} onStored={setStored} />
            <PublicationHistory version={current.version} />
          </div>
        );
      }}
    </QueryView>
  );
}

type FormProps = {
  stored: StoredPublicationRules;
  categories: readonly CategoryInfo[];
  onStored: (stored: StoredPublicationRules) => void;
};

function RulesForm({ stored: { version, rules }, categories, onStored }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Partial<Record<keyof PublicationRules, string>>>({});
  const [checked, setChecked] = useState<PublicationRules | null>(null);
  const [isOld, setOld] = useState(false);
  const [isBusy, setBusy] = useState(false);

  /** The rules in the form; undefined and problems under the fields if they are not valid. */
  function read(): PublicationRules | undefined {
    if (!form.current) return undefined;
    const parsed = readRules(new FormData(form.current));
    if ('rules' in parsed) {
      setProblems({});
      return parsed.rules;
    }
    setProblems(parsed.problems);
    const [first] = Object.keys(parsed.problems);
    form.current.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return undefined;
  }

  function check(): void {
    const wanted = read();
    if (!wanted) return;
    setChecked(wanted);
    setOld(false);
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wanted = read();
    if (!wanted || isBusy) return;
    setBusy(true);
    try {
      const saved = await getBrowserClient().api.call('replacePublicationRules', {
        body: { version, rules: wanted },
        suppressToastFor: [412],
      });
      notify('success', messages.saved);
      onStored(saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 412) {
        notify('error', messages.stale);
        onStored((error.body as { current: StoredPublicationRules }).current);
      }
    }
    setBusy(false);
  }

  const number = (name: NumberField, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={problems[name]}>
      <Input name={name} inputMode="numeric" autoComplete="off" defaultValue={rules[name] ?? ''} />
    </Field>
  );
  const lines = (name: 'stop_words' | 'blocked_domains', label: string, hint: string) => (
    <Field label={label} hint={hint} error={problems[name]}>
      <Textarea name={name} rows={4} className="max-h-80" defaultValue={rules[name].join('\n')} />
    </Field>
  );
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void save(event)}
      onChange={() => setOld(true)}
      className="flex max-w-2xl flex-col gap-10"
    >
      <RadioGroup legend={messages.mode}>
        {publicationModes.map((mode) => (
          <Radio
            key={mode}
            name="mode"
            value={mode}
            defaultChecked={rules.mode === mode}
            {...messages.modes[mode]}
          />
        ))}
      </RadioGroup>
      {categories.length > 0 && (
        <fieldset>
          <legend className="text-xl font-semibold">{messages.categories}</legend>
          <p className="mt-1 text-sm text-soft">{messages.categoriesHint}</p>
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            {categories.map(({ id, name }) => (
              <Field key={id} label={name}>
                <Select
                  name={categoryFieldName(id)}
                  defaultValue={rules.category_modes.find(({ category }) => category === id)?.mode ?? ''}
                >
                  <option value="">{messages.asSite}</option>
                  {publicationModes.map((mode) => (
                    <option key={mode} value={mode}>
                      {messages.modes[mode].label}
                    </option>
                  ))}
                </Select>
              </Field>
            ))}
          </div>
        </fieldset>
      )}
      <fieldset>
        <legend className="text-xl font-semibold">{messages.newcomers}</legend>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {number('newcomer_hours', messages.newcomerHours)}
          {number('newcomer_texts', messages.newcomerTexts, messages.newcomerTextsHint)}
          {number('newcomer_texts_a_day', messages.textsADay, messages.limitHint)}
          {number('newcomer_links_a_day', messages.linksADay, messages.limitHint)}
          {number('repeated_domains', messages.repeatedDomains, messages.limitHint)}
          {number('repeated_texts', messages.repeatedTexts, messages.limitHint)}
        </div>
        <Checkbox
          name="needs_confirmed_address"
          defaultChecked={rules.needs_confirmed_address}
          hint={messages.needsAddressHint}
          className="mt-5"
        >
          {messages.needsAddress}
        </Checkbox>
      </fieldset>
      <fieldset>
        <legend className="text-xl font-semibold">{messages.words}</legend>
        <div className="mt-3 flex flex-col gap-4">
          {lines('stop_words', messages.stopWords, messages.stopWordsHint)}
          {lines('blocked_domains', messages.blockedDomains, messages.blockedDomainsHint)}
        </div>
      </fieldset>
      <section aria-labelledby="publication-effect">
        <h2 id="publication-effect" className="text-xl font-semibold">
          {messages.effect}
        </h2>
        <p className="mt-1 text-sm text-soft">{messages.effectHint}</p>
        <Button variant="secondary" className="mt-3" onClick={check}>
          {messages.check}
        </Button>
        {checked && (
          <div className="mt-4">
            {isOld ? <Notice>{messages.effectOld}</Notice> : <PublicationEffect rules={checked} />}
          </div>
        )}
      </section>
      <div>
        <Button type="submit" busy={isBusy}>
          {messages.save}
        </Button>
      </div>
    </form>
  );
}
