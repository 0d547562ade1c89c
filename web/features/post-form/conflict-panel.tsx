import { type ReactNode, useEffect, useId, useRef } from 'react';
import { isSameRevision, type RevisedFields } from '#contract/post-fields.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

/** `mine` is the text that the user wanted to save; `isTheirsAccepted`: the user has chosen the other text. */
export type Conflict<Theirs extends RevisedFields = RevisedFields> = {
  theirs: Theirs;
  mine: RevisedFields;
  isTheirsAccepted: boolean;
};

/** Renders the differences between the two texts. */
export type RenderChanges = (mine: RevisedFields, theirs: RevisedFields) => ReactNode;

type PanelProps = {
  conflict: Conflict<RevisedFields & { updated_at: string }>;
  heading: string;
  explain: (values: { date: string }) => string;
  /** Whether the button that keeps the own text submits the surrounding form. */
  submitsOnKeep?: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  renderChanges: RenderChanges;
};

/** Shows two conflicting texts and the choice between them. */
export function ConflictPanel({
  conflict,
  heading,
  explain,
  submitsOnKeep = false,
  renderChanges,
  ...handlers
}: PanelProps) {
  const { theirs, mine, isTheirsAccepted } = conflict;
  const headingId = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // The panel is higher than the window: scroll to its beginning, not to its end.
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView();
  }, []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="flex flex-col gap-4 rounded-sm border-l-4 border-warning bg-warning-tint px-4 py-4 outline-none"
    >
      <div>
        <h2 id={headingId} className="text-xl">
          {isTheirsAccepted ? postFormMessages.conflictTaken : heading}
        </h2>
        <p className="mt-1 text-sm">
          {isTheirsAccepted
            ? postFormMessages.conflictTakenText
            : explain({ date: dateAndTime(theirs.updated_at) })}
        </p>
      </div>
      {!isTheirsAccepted && !isSameRevision(mine, theirs) && (
        <section
          aria-label={postFormMessages.conflictChanges}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
          className="max-h-[60dvh] overflow-y-auto rounded-md border border-rule bg-raised px-4 pt-1 pb-4"
        >
          {renderChanges(mine, theirs)}
        </section>
      )}
      {!isTheirsAccepted && (
        <div className="flex flex-wrap gap-3">
          <Button type={submitsOnKeep ? 'submit' : 'button'} onClick={handlers.onKeepMine}>
            {postFormMessages.keepMine}
          </Button>
          <Button variant="secondary" onClick={handlers.onTakeTheirs}>
            {postFormMessages.takeTheirs}
          </Button>
        </div>
      )}
      <div className={isTheirsAccepted ? undefined : 'grid grid-cols-1 gap-4 md:grid-cols-2'}>
        <Version title={postFormMessages.conflictMine} text={mine} />
        {!isTheirsAccepted && <Version title={postFormMessages.conflictTheirs} text={theirs} />}
      </div>
    </section>
  );
}

function Version({ title, text }: { title: string; text: RevisedFields }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Field label={interpolate(postFormMessages.conflictTitle, { whose: title })}>
        <Input readOnly value={text.title} />
      </Field>
      <Field label={interpolate(postFormMessages.conflictContent, { whose: title })}>
        <Textarea readOnly rows={8} value={text.content} className="max-h-80 min-h-40" />
      </Field>
    </div>
  );
}
