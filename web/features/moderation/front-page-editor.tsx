import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { FrontPage } from '#contract/front-page.ts';
import { type FrontPageLayout, maxPlacements, type PlacementSection } from '#contract/front-page-layout.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as frontPageMessages from '#locales/ru/staff-front-page.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { FrontPageChooser } from './front-page-chooser.tsx';
import { type DraftPlacement, movePlacement, ofSection, toDraft, toWanted } from './front-page-draft.ts';
import { FrontPageHistory } from './front-page-history.tsx';
import { PlacementList, type PlacementTools } from './front-page-placements.tsx';
import { FrontPagePreview } from './front-page-preview.tsx';
import { StaffListSkeleton } from './staff-frame.tsx';

type EditorProps = {
  /** The sections of the front page. */
  preview: (page: FrontPage) => ReactNode;
  /** Asks before unsaved changes are lost. */
  leaveGuard: (isUnsaved: () => boolean) => ReactNode;
};

/** Arranges what stands first on the front page, with a preview and the history of changes. */
export function FrontPageEditor(props: EditorProps) {
  const query = useBrowserQuery('front page layout', (api) => api.call('getFrontPageLayout'));
  const [saved, setSaved] = useState<FrontPageLayout | null>(null);
  return (
    <QueryView
      query={query}
      placeholder={<StaffListSkeleton />}
      failed={frontPageMessages.failed}
      retry={frontPageMessages.retry}
    >
      {(loaded) => {
        const layout = saved ?? loaded;
        return <LayoutForm key={layout.version} {...props} layout={layout} onLayout={setSaved} />;
      }}
    </QueryView>
  );
}

type FormProps = EditorProps & { layout: FrontPageLayout; onLayout: (layout: FrontPageLayout) => void };

function LayoutForm({ layout, onLayout, preview, leaveGuard }: FormProps) {
  const { draft, isChanged, announcement, tools, add, revert } = useDraft(layout);
  const { isBusy, problem, save } = useSave(layout.version, onLayout);
  const isUnsaved = useCallback(() => isChanged, [isChanged]);

  return (
    <div className="flex flex-col gap-10">
      {leaveGuard(isUnsaved)}
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-8">
          <PlacementList section="lead" draft={draft} tools={tools} />
          <PlacementList section="row" draft={draft} tools={tools} />
          <p role="status" className="sr-only">
            {announcement}
          </p>
          {problem && (
            <Notice tone="danger">
              <p>{problem.text}</p>
              {problem.current && (
                <Button
                  variant="secondary"
                  size="sm"
                  className="mt-2"
                  onClick={() => problem.current && onLayout(problem.current)}
                >
                  {frontPageMessages.reload}
                </Button>
              )}
            </Notice>
          )}
          <div className="flex min-h-10 flex-wrap items-center gap-3">
            <Button
              busy={isBusy}
              aria-disabled={!isChanged || undefined}
              onClick={() => isChanged && void save(draft)}
            >
              {frontPageMessages.save}
            </Button>
            {isChanged && (
              <>
                <Button variant="quiet" onClick={revert}>
                  {frontPageMessages.revert}
                </Button>
                <span className="text-sm text-warning">{frontPageMessages.unsaved}</span>
              </>
            )}
          </div>
        </div>
        <FrontPageChooser isFull={draft.length >= maxPlacements} onAdd={add} />
      </div>
      <FrontPagePreview draft={draft}>{preview}</FrontPagePreview>
      <FrontPageHistory version={layout.version} />
    </div>
  );
}

/** The layout as the editor arranges it, and what has just happened, for screen readers. */
function useDraft({ placements }: FrontPageLayout) {
  const [draft, setDraft] = useState(() => toDraft(placements));
  const [announcement, setAnnouncement] = useState('');
  const newKeys = useRef(0);
  const isChanged = JSON.stringify(toWanted(draft)) !== JSON.stringify(toWanted(toDraft(placements)));

  function arrange(changed: DraftPlacement[], key: string, section: PlacementSection): void {
    setDraft(changed);
    const inSection = ofSection(changed, section);
    const place = inSection.findIndex((placement) => placement.key === key);
    setAnnouncement(
      interpolate(frontPageMessages.moved, {
        title: inSection[place]?.post.title ?? '',
        place: String(place + 1),
        count: String(inSection.length),
      }),
    );
  }

  const tools: PlacementTools = {
    move: (key, section, place) => arrange(movePlacement(draft, key, section, place), key, section),
    remove: (key) => {
      const title = draft.find((placement) => placement.key === key)?.post.title ?? '';
      setDraft(draft.filter((placement) => placement.key !== key));
      setAnnouncement(interpolate(frontPageMessages.taken, { title }));
    },
    setPeriod: (key, period) =>
      setDraft(draft.map((placement) => (placement.key === key ? { ...placement, ...period } : placement))),
  };

  /** A new lead stands before the others, a new post of the row after them. */
  function add(post: DraftPlacement['post'], section: PlacementSection): void {
    newKeys.current += 1;
    const key = `new-${newKeys.current}`;
    const added = [...draft, { key, saved: null, section, starts_at: null, ends_at: null, post }];
    arrange(movePlacement(added, key, section, section === 'lead' ? 0 : added.length), key, section);
  }

  const revert = () => {
    setDraft(toDraft(placements));
    setAnnouncement('');
  };
  return { draft, isChanged, announcement, tools, add, revert };
}

type Problem = { text: string; current: FrontPageLayout | null };

function useSave(version: number, onLayout: (layout: FrontPageLayout) => void) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function save(draft: readonly DraftPlacement[]): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const layout = await getBrowserClient().api.call('replaceFrontPageLayout', {
        body: { version, placements: toWanted(draft) },
        suppressToastFor: [400, 412],
      });
      notify('success', frontPageMessages.saved);
      onLayout(layout);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 412)
        setProblem({ text: error.message, current: (error.body as { current: FrontPageLayout }).current });
      else if (error.status === 400) setProblem({ text: error.message, current: null });
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, problem, save };
}
