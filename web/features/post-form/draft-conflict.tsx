import { useEffect, useState } from 'react';
import type { PostDraft } from '#contract/drafts.ts';
import { t } from '#text/index.ts';
import { type Conflict, ConflictPanel, type RenderChanges } from './conflict-panel.tsx';
import type { Draft } from './draft.ts';
import { textOfDraft } from './draft-text.ts';
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
    if (theirs) setConflict({ theirs, mine: read().values, isTaken: false });
  }, [theirs]);
  if (!conflict) return null;

  return (
    <ConflictPanel
      key={`${conflict.theirs.version} ${conflict.isTaken}`}
      conflict={conflict}
      renderChanges={renderChanges}
      heading={t('postDrafts.conflict')}
      explain={(values) => t('postDrafts.conflictText', values)}
      onKeepMine={() => {
        setConflict(null);
        draft.settle(conflict.theirs);
      }}
      onTakeTheirs={() => {
        const mine = read();
        const taken = textOfDraft(conflict.theirs);
        setConflict({ ...conflict, mine: mine.values, isTaken: true });
        draft.settle(conflict.theirs, taken);
        control.reset(taken);
      }}
    />
  );
}
