import CheckIcon from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { classNames } from '#web/ui/class-names.ts';
import { type Check, runChecks } from './checklist.ts';
import type { PostFormState } from './post-form-sections.tsx';

/** The noun in the genitive case: «нет описания у 1 картинки». */
const imageNouns = ['картинки', 'картинок', 'картинок'] as const;

/** The recommendations before publishing. They do not block publishing. */
export function ChecklistPanel({ form }: { form: PostFormState }) {
  const [title, category, content] = useWatch({
    control: form.control,
    name: ['title', 'category', 'content'],
  });
  const values = useDeferredValue({ title: title ?? '', category: category ?? '', content: content ?? '' });
  return (
    <aside aria-labelledby="checklist" className="rounded-sm bg-sunk px-4 py-4 sm:px-5">
      <h3 id="checklist" className="text-sm font-semibold">
        {postFormMessages.checklist}
      </h3>
      <ul className="mt-3 grid gap-2 text-sm">
        {runChecks(values).map((check) => (
          <li
            key={check.name}
            className={classNames('flex items-start gap-2', check.isDone ? 'text-muted' : 'text-ink')}
          >
            {check.isDone ? (
              <CheckIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            ) : (
              <Circle aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            )}
            <span>
              <span className="sr-only">
                {check.isDone ? postFormMessages.checkDone : postFormMessages.checkOpen}{' '}
              </span>
              {checkLabel(check)}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-muted">{postFormMessages.checklistHint}</p>
    </aside>
  );
}

function checkLabel({ name, isDone, count = 0 }: Check): string {
  switch (name) {
    case 'title':
      return isDone ? postFormMessages.checkTitleDone : postFormMessages.checkTitle;
    case 'category':
      return isDone ? postFormMessages.checkCategoryDone : postFormMessages.checkCategory;
    case 'length':
      return isDone ? postFormMessages.checkLengthDone : postFormMessages.checkLength;
    case 'alts':
      return isDone
        ? postFormMessages.checkAltsDone
        : interpolate(postFormMessages.checkAlts, { pictures: countOf(count, imageNouns) });
  }
}
