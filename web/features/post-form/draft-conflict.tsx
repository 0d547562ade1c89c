import { useEffect, useState } from 'react';
import type { PostDraft } from '#contract/drafts.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postDraftsMessages from '#locales/ru/post-drafts.ts';
import { type Conflict, ConflictPanel, type RenderChanges } from './conflict-panel.tsx';
import type { Draft } from './draft.ts';
import { contentOfDraft } from './draft-content.ts';
import type { PostFormControl } from './use-post-form.ts';

type ConflictProps = {
  control: PostFormControl;
  draft: Draft;
  /** The draft that another tab has saved meanwhile. */
  theirs: PostDraft | null;
  renderChanges: RenderChanges;
};

/** Shows both texts of a draft that is edited in two tabs, and the choice between them. */
export function DraftConflict({ control, draft, theirs, renderChanges }: ConflictProps) {
  const [conflict, setConflict] = useState<Conflict<PostDraft> | null>(null);
  const { read } = control;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the own text is captured once, when the other text arrives
  useEffect(() => {
    if (theirs) setConflict({ theirs, mine: read().values, isTheirsAccepted: false });
  }, [theirs]);
  if (!conflict) return null;

  return (
    <ConflictPanel
      key={`${conflict.theirs.version} ${conflict.isTheirsAccepted}`}
      conflict={conflict}
      renderChanges={renderChanges}
      heading={postDraftsMessages.conflict}
      explain={(values) => interpolate(postDraftsMessages.conflictText, values)}
      onKeepMine={() => {
        setConflict(null);
        draft.resolveConflict(conflict.theirs);
      }}
      onTakeTheirs={() => {
        const mine = read();
        const accepted = contentOfDraft(conflict.theirs);
        setConflict({ ...conflict, mine: mine.values, isTheirsAccepted: true });
        draft.resolveConflict(conflict.theirs, accepted);
        control.reset(accepted);
      }}
    />
  );
}
