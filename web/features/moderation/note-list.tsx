import { type FormEvent, useState } from 'react';
import { noteMaxLength } from '#contract/moderation.ts';
import { dateAndTime } from '#locales/format.ts';
import { displayName } from '#locales/person.ts';
import * as messages from '#locales/ru/staff-users.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useAction } from '#web/queries/use-action.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

const shown = 50;

/** The notes of moderators about an account, and a form for a new one. */
export function NoteList({ accountId }: { accountId: number }) {
  const [added, setAdded] = useState(0);
  const { isBusy, run } = useAction();
  const params = { id: String(accountId) };
  const query = useBrowserQuery(`notes ${accountId} ${added}`, (api) =>
    api.call('listAccountNotes', { params, query: { page_size: shown } }),
  );

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('text')).trim();
    if (text === '') return;
    const isDone = await run(
      () => getBrowserClient().api.call('addAccountNote', { params, body: { text } }),
      messages.noteAdded,
    );
    if (!isDone) return;
    form.reset();
    setAdded((count) => count + 1);
  }

  return (
    <section aria-labelledby="notes">
      <h2 id="notes" className="text-2xl">
        {messages.notes}
      </h2>
      <p className="mt-1 text-sm text-soft">{messages.notesHint}</p>
      <QueryView
        query={query}
        placeholder={
          <div className="mt-3">
            <SkeletonText lines={2} />
          </div>
        }
        failed={messages.failed}
        retry={messages.retry}
      >
        {({ results }) =>
          results.length === 0 ? (
            <p className="mt-3 text-soft">{messages.noNotes}</p>
          ) : (
            <ul className="mt-3 divide-y divide-rule border-y border-rule">
              {results.map((note) => (
                <li key={note.id} className="py-3">
                  <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
                  <p className="mt-1 text-xs text-muted">
                    {dateAndTime(note.created_at)}
                    {note.moderator && `, ${displayName(note.moderator)}`}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      <form onSubmit={(event) => void add(event)} className="mt-4 flex max-w-text flex-col items-start gap-3">
        <Field label={messages.note} className="w-full">
          <Textarea name="text" rows={3} required maxLength={noteMaxLength} className="min-h-20" />
        </Field>
        <Button type="submit" variant="secondary" busy={isBusy}>
          {messages.addNote}
        </Button>
      </form>
    </section>
  );
}
