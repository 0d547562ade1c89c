import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import Clock from 'lucide-react/icons/clock';
import GripVertical from 'lucide-react/icons/grip-vertical';
import X from 'lucide-react/icons/x';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { PlacementSection } from '#contract/front-page-layout.ts';
import { dateAndTime, fromMoscowInput, toMoscowInput } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as frontPageMessages from '#locales/ru/staff-front-page.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { type DraftPlacement, ofSection, type PlacementState, statesOf } from './front-page-draft.ts';

export type PlacementTools = {
  move: (key: string, section: PlacementSection, place: number) => void;
  remove: (key: string) => void;
  setPeriod: (key: string, period: Partial<Pick<DraftPlacement, 'starts_at' | 'ends_at'>>) => void;
};

const texts = {
  lead: {
    title: frontPageMessages.lead,
    hint: frontPageMessages.leadHint,
    empty: frontPageMessages.nothingPlaced,
  },
  row: {
    title: frontPageMessages.row,
    hint: frontPageMessages.rowHint,
    empty: frontPageMessages.nothingInRow,
  },
};
const stateTexts: Record<PlacementState, string> = {
  shown: frontPageMessages.shown,
  waiting: frontPageMessages.waiting,
  later: frontPageMessages.later,
  over: frontPageMessages.over,
  unpublished: frontPageMessages.unpublished,
  hidden: frontPageMessages.hidden,
  'kept-off': frontPageMessages.keptOff,
};
const toneOf = (state: PlacementState) => {
  if (state === 'shown') return 'success';
  return state === 'waiting' || state === 'later' ? 'neutral' : 'warning';
};

/** The dragged data: the key of a placement. */
const dragType = 'text/x-placement';

/** The placements of a section in their order, moved by their buttons or by dragging. */
export function PlacementList({
  section,
  draft,
  tools,
}: {
  section: PlacementSection;
  draft: readonly DraftPlacement[];
  tools: PlacementTools;
}) {
  const placements = ofSection(draft, section);
  const [target, setTarget] = useState<number | null>(null);
  const states = statesOf(placements, section, useNow() ?? new Date(0));
  const { title, hint, empty } = texts[section];

  const dropTarget = (place: number) => ({
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(dragType)) return;
      event.preventDefault();
      setTarget(place);
    },
    onDragLeave: () => setTarget(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setTarget(null);
      const key = event.dataTransfer.getData(dragType);
      const from = placements.findIndex((placement) => placement.key === key);
      // Without the moved one, everything after it stands one place earlier.
      if (key) tools.move(key, section, from >= 0 && from < place ? place - 1 : place);
    },
  });

  return (
    <section aria-labelledby={`placements-${section}`}>
      <h2 id={`placements-${section}`} className="text-xl font-bold">
        {title}
      </h2>
      <p className="mt-1 text-sm text-soft">{hint}</p>
      <ol className="mt-3 border-t border-rule">
        {placements.map((placement, place) => (
          <li
            key={placement.key}
            {...dropTarget(place)}
            className={classNames('border-b border-rule', target === place && 'border-t-2 border-t-accent')}
          >
            <PlacementRow
              placement={placement}
              place={place}
              count={placements.length}
              state={states[place] ?? 'waiting'}
              tools={tools}
            />
          </li>
        ))}
        <li
          {...dropTarget(placements.length)}
          className={classNames(
            placements.length > 0 ? 'min-h-3' : 'py-4 text-sm text-muted',
            target === placements.length && 'border-t-2 border-t-accent',
          )}
        >
          {placements.length === 0 && empty}
        </li>
      </ol>
    </section>
  );
}

type RowProps = {
  placement: DraftPlacement;
  place: number;
  count: number;
  state: PlacementState;
  tools: PlacementTools;
};

function PlacementRow({ placement, place, count, state, tools }: RowProps) {
  const { key, section, post } = placement;
  const { title } = post;
  const [isOpen, setOpen] = useState(false);
  const { buttonRef, keepFocus } = useKeptFocus(place);
  const other = section === 'lead' ? 'row' : 'lead';
  const moveTo = (direction: 'up' | 'down') => {
    const wanted = direction === 'up' ? place - 1 : place + 1;
    if (wanted < 0 || wanted >= count) return;
    keepFocus(direction);
    tools.move(key, section, wanted);
  };

  return (
    <div className="py-2">
      <div className="flex items-start gap-x-2">
        <DragHandle placementKey={key} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Link to={`/posts/${post.slug}`} className="font-semibold wrap-anywhere hover:underline">
              {title}
            </Link>
            <Badge tone={toneOf(state)}>{stateTexts[state]}</Badge>
          </p>
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted">
            <span>{displayName(post.author_info)}</span>
            <span>{periodText(placement)}</span>
            <span>{placedText(placement)}</span>
          </p>
        </div>
        <div className="flex flex-wrap justify-end max-sm:w-22">
          <IconButton
            ref={buttonRef('up')}
            label={interpolate(frontPageMessages.moveUp, { title })}
            aria-disabled={place === 0 || undefined}
            onClick={() => moveTo('up')}
            className="aria-disabled:opacity-40"
          >
            <ArrowUp aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            ref={buttonRef('down')}
            label={interpolate(frontPageMessages.moveDown, { title })}
            aria-disabled={place === count - 1 || undefined}
            onClick={() => moveTo('down')}
            className="aria-disabled:opacity-40"
          >
            <ArrowDown aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            label={interpolate(other === 'row' ? frontPageMessages.toRow : frontPageMessages.toLead, {
              title,
            })}
            onClick={() => tools.move(key, other, other === 'row' ? Number.MAX_SAFE_INTEGER : 0)}
          >
            <ArrowUpDown aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            label={interpolate(frontPageMessages.period, { title })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Clock aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            label={interpolate(frontPageMessages.take, { title })}
            onClick={() => tools.remove(key)}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      </div>
      {isOpen && <PeriodFields placement={placement} setPeriod={tools.setPeriod} />}
    </div>
  );
}

/** For the mouse only: the buttons do the same by keyboard. */
function DragHandle({ placementKey }: { placementKey: string }) {
  return (
    <span
      aria-hidden
      draggable
      onDragStart={({ currentTarget, dataTransfer }) => {
        dataTransfer.setData(dragType, placementKey);
        dataTransfer.effectAllowed = 'move';
        const row = currentTarget.closest('li');
        if (row) dataTransfer.setDragImage(row, 0, 0);
      }}
      title={frontPageMessages.drag}
      className="mt-1 cursor-grab text-muted pointer-coarse:hidden"
    >
      <GripVertical className="size-5" />
    </span>
  );
}

/** A button that moves its row keeps the focus, although the row is at another place of the document then. */
function useKeptFocus(place: number) {
  const buttons = useRef<Partial<Record<'up' | 'down', HTMLButtonElement | null>>>({});
  const wanted = useRef<'up' | 'down' | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row has moved when its place changes
  useEffect(() => {
    if (wanted.current) buttons.current[wanted.current]?.focus();
    wanted.current = null;
  }, [place]);
  return {
    buttonRef: (direction: 'up' | 'down') => (element: HTMLButtonElement | null) => {
      buttons.current[direction] = element;
    },
    keepFocus: (direction: 'up' | 'down') => {
      wanted.current = direction;
    },
  };
}

function PeriodFields({
  placement: { key, starts_at, ends_at },
  setPeriod,
}: {
  placement: DraftPlacement;
  setPeriod: PlacementTools['setPeriod'];
}) {
  const isWrong = starts_at !== null && ends_at !== null && ends_at <= starts_at;
  return (
    <div className="mt-2 grid gap-4 pb-2 sm:grid-cols-2 sm:pl-7">
      <Field label={frontPageMessages.startsAt}>
        <Input
          type="datetime-local"
          defaultValue={starts_at ? toMoscowInput(starts_at) : ''}
          onChange={({ currentTarget }) =>
            setPeriod(key, { starts_at: fromMoscowInput(currentTarget.value) })
          }
        />
      </Field>
      <Field label={frontPageMessages.endsAt} error={isWrong ? frontPageMessages.endsEarly : undefined}>
        <Input
          type="datetime-local"
          defaultValue={ends_at ? toMoscowInput(ends_at) : ''}
          onChange={({ currentTarget }) => setPeriod(key, { ends_at: fromMoscowInput(currentTarget.value) })}
        />
      </Field>
    </div>
  );
}

function periodText({ starts_at, ends_at }: DraftPlacement): string {
  if (!starts_at && !ends_at) return frontPageMessages.always;
  return [
    starts_at && interpolate(frontPageMessages.from, { date: dateAndTime(starts_at) }),
    ends_at && interpolate(frontPageMessages.until, { date: dateAndTime(ends_at) }),
  ]
    .filter(Boolean)
    .join(' ');
}

function placedText({ saved }: DraftPlacement): string {
  if (!saved) return frontPageMessages.notSaved;
  const date = dateAndTime(saved.placed_at);
  return saved.placed_by
    ? interpolate(frontPageMessages.placedBy, { name: displayName(saved.placed_by), date })
    : date;
}
