import CheckIcon from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { countOf } from '#text/format.ts';
import { t } from '#text/index.ts';
import { classNames } from '#web/ui/class-names.ts';
import { type Check, checksOf } from './checklist.ts';
import type { PostFormState } from './post-form-sections.tsx';

/** The noun in the genitive case: «нет описания у 1 картинки». */
const pictures = ['картинки', 'картинок', 'картинок'] as const;

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
        {t('postForm.checklist')}
      </h3>
      <ul className="mt-3 grid gap-2 text-sm sm:grid-cols-2">
        {checksOf(values).map((check) => (
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
                {t(check.isDone ? 'postForm.checkDone' : 'postForm.checkOpen')}{' '}
              </span>
              {wordsOf(check)}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-muted">{t('postForm.checklistHint')}</p>
    </aside>
  );
}

function wordsOf({ name, isDone, count = 0 }: Check): string {
  switch (name) {
    case 'title':
      return t(isDone ? 'postForm.checkTitleDone' : 'postForm.checkTitle');
    case 'category':
      return t(isDone ? 'postForm.checkCategoryDone' : 'postForm.checkCategory');
    case 'length':
      return t(isDone ? 'postForm.checkLengthDone' : 'postForm.checkLength');
    case 'alts':
      return isDone
        ? t('postForm.checkAltsDone')
        : t('postForm.checkAlts', { pictures: countOf(count, pictures) });
  }
}
