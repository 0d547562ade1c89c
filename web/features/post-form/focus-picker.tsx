import { type KeyboardEvent, type PointerEvent, useId } from 'react';
import type { ImageFocus } from '#contract/post-fields.ts';
import { wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { Button } from '#web/ui/button.tsx';

const centre: ImageFocus = { x: 0.5, y: 0.5 };
/** How far an arrow key moves the focus. */
const step = 0.05;
const moves: Record<string, ImageFocus> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

type FocusPickerProps = {
  /** The address of the cover. */
  src: string;
  focus: ImageFocus | null;
  onChange: (focus: ImageFocus | null) => void;
};

/** Chooses the point of the cover that stays visible when it is cropped: by a click, a drag or the arrow keys. */
export function FocusPicker({ src, focus, onChange }: FocusPickerProps) {
  const hintId = useId();
  const { x, y } = focus ?? centre;

  function choose(event: PointerEvent<HTMLButtonElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    onChange({
      x: toShare((event.clientX - box.left) / box.width),
      y: toShare((event.clientY - box.top) / box.height),
    });
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    onChange({ x: toShare(x + move.x), y: toShare(y + move.y) });
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm font-medium">{postFormMessages.imageFocus}</p>
      <button
        type="button"
        aria-label={interpolate(focus ? postFormMessages.imageFocusAt : postFormMessages.imageFocusNone, {
          x: toPercent(x),
          y: toPercent(y),
        })}
        aria-describedby={hintId}
        onPointerDown={choose}
        onPointerMove={(event) => event.buttons === 1 && choose(event)}
        onKeyDown={handleKeyDown}
        className="relative block max-w-full cursor-crosshair touch-none overflow-hidden rounded-md bg-sunk focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent"
      >
        <img src={src} alt="" draggable={false} className="block max-h-64 max-w-full select-none" />
        {focus && (
          <span
            aria-hidden
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            className="absolute size-6 -translate-1/2 rounded-full border-2 border-[white] bg-[rgb(0_0_0/0.35)] shadow-popup"
          />
        )}
      </button>
      <p id={hintId} className="text-xs text-muted">
        {postFormMessages.imageFocusHint}
      </p>
      {focus && (
        <Button size="sm" variant="secondary" onClick={() => onChange(null)}>
          {postFormMessages.imageFocusReset}
        </Button>
      )}
    </div>
  );
}

/** A share from 0 to 1 with three decimals. */
const toShare = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
const toPercent = (share: number): string => wholeNumber(share * 100);
