import { useEffect, useRef } from 'react';
import type { PostDetail } from '#contract/posts.ts';
import { dateAndTime } from '#text/format.ts';
import { t } from '#text/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import type { PostValues } from './post-fields.ts';

/** `mine` is what the editor wanted to save, `isTaken` whether he has taken the other text for his. */
export type Conflict = { theirs: PostDetail; mine: PostValues; isTaken: boolean };

type PanelProps = { conflict: Conflict; onKeepMine: () => void; onTakeTheirs: () => void };

/** Both texts of a post that two people have changed, and the choice between them. Inside the form: it may send it. */
export function ConflictPanel({ conflict, onKeepMine, onTakeTheirs }: PanelProps) {
  const { theirs, mine, isTaken } = conflict;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="conflict"
      className="flex scroll-mt-24 flex-col gap-4 rounded-sm border-l-4 border-warning bg-warning-tint px-4 py-4 outline-none"
    >
      <div>
        <h2 id="conflict" className="text-xl">
          {t(isTaken ? 'postForm.conflictTaken' : 'postForm.conflict')}
        </h2>
        <p className="mt-1 text-sm">
          {isTaken
            ? t('postForm.conflictTakenText')
            : t('postForm.conflictText', { date: dateAndTime(theirs.updated_at) })}
        </p>
      </div>
      <div className={isTaken ? undefined : 'grid gap-4 md:grid-cols-2'}>
        <Version title={t('postForm.conflictMine')} text={mine} />
        {!isTaken && <Version title={t('postForm.conflictTheirs')} text={theirs} />}
      </div>
      {!isTaken && (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" onClick={onKeepMine}>
            {t('postForm.keepMine')}
          </Button>
          <Button variant="secondary" onClick={onTakeTheirs}>
            {t('postForm.takeTheirs')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Version({ title, text }: { title: string; text: { title: string; content: string } }) {
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('postForm.conflictTitle', { whose: title })}>
        <Input readOnly value={text.title} />
      </Field>
      <Field label={t('postForm.conflictContent', { whose: title })}>
        <Textarea readOnly rows={8} value={text.content} className="max-h-80 min-h-40" />
      </Field>
    </div>
  );
}
