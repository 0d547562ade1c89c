import CircleHelp from 'lucide-react/icons/circle-question-mark';
import FileCode from 'lucide-react/icons/file-code';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { nameWithKeys } from './shortcuts.ts';
import type { TextCounts } from './text-counts.ts';

const words = ['слово', 'слова', 'слов'] as const;
const characters = ['знак', 'знака', 'знаков'] as const;

type FootProps = {
  counts: TextCounts;
  isSource: boolean;
  disabled: boolean;
  toggleSource: () => void;
  showHelp: () => void;
};

/** The line below the text: its length, the switch to its source, and the help. */
export function EditorFoot({ counts, isSource, disabled, toggleSource, showHelp }: FootProps) {
  return (
    <div className="flex items-center gap-1">
      <p className="flex-1 text-xs text-muted tabular-nums">
        {interpolate(editorMessages.words, {
          words: countOf(counts.words, words),
          characters: countOf(counts.characters, characters),
        })}
      </p>
      <IconButton
        label={editorMessages.sourceMode}
        aria-pressed={isSource}
        disabled={disabled}
        onClick={toggleSource}
        className={classNames(isSource && 'bg-accent-tint! text-accent!')}
      >
        <FileCode aria-hidden className="size-4.5" strokeWidth={1.75} />
      </IconButton>
      <IconButton label={nameWithKeys('help')} onClick={showHelp}>
        <CircleHelp aria-hidden className="size-4.5" strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
