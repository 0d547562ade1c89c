import { Bold, Heading2, Italic, Link as LinkIcon, type LucideIcon, TextQuote } from 'lucide-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { t } from '#text/index.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { applyMark, type Mark } from './markdown-marks.ts';

const tools: readonly { mark: Mark; label: string; Icon: LucideIcon }[] = [
  { mark: 'bold', label: t('postForm.bold'), Icon: Bold },
  { mark: 'italic', label: t('postForm.italic'), Icon: Italic },
  { mark: 'subheading', label: t('postForm.subheading'), Icon: Heading2 },
  { mark: 'quote', label: t('postForm.quote'), Icon: TextQuote },
  { mark: 'link', label: t('postForm.link'), Icon: LinkIcon },
];
/** By place on the keyboard, so that they work in the Russian layout too. */
const keys: Record<string, Mark> = { KeyB: 'bold', KeyI: 'italic' };

type MarkdownTextareaProps = Omit<UseFormRegisterReturn, 'ref'> & { ref?: Ref<HTMLTextAreaElement> };

/** The text of a post in Markdown, with buttons and keys for the usual marks; inside a `Field`. */
export function MarkdownTextarea({ ref, ...registered }: MarkdownTextareaProps) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => textarea.current as HTMLTextAreaElement);

  function mark(kind: Mark): void {
    if (textarea.current) markSelection(textarea.current, kind);
  }

  function handleKey(event: KeyboardEvent): void {
    const kind = keys[event.code];
    if (!kind || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    mark(kind);
  }

  return (
    <div className="flex flex-col">
      <div
        role="toolbar"
        aria-label={t('postForm.toolbar')}
        className="flex flex-wrap gap-1 rounded-t-md border border-b-0 border-rule-strong bg-sunk p-1"
      >
        {tools.map(({ mark: kind, label, Icon }) => (
          <IconButton key={kind} label={label} onClick={() => mark(kind)} className="hover:bg-raised">
            <Icon aria-hidden className="size-4" />
          </IconButton>
        ))}
      </div>
      <Textarea
        {...registered}
        ref={textarea}
        rows={15}
        aria-required
        placeholder={t('postForm.contentPlaceholder')}
        onKeyDown={handleKey}
        className="min-h-72 rounded-t-none sm:min-h-96 text-base!"
      />
    </div>
  );
}

/** `insertText` is the only way that keeps the browser's undo; where it is missing the text is set directly. */
function markSelection(textarea: HTMLTextAreaElement, kind: Mark): void {
  const { value, selectionStart, selectionEnd } = textarea;
  const change = applyMark(value, [selectionStart, selectionEnd], kind, t('postForm.linkText'));
  textarea.focus();
  textarea.setSelectionRange(change.from, change.to);
  if (!document.execCommand('insertText', false, change.insert)) {
    textarea.setRangeText(change.insert, change.from, change.to);
    textarea.dispatchEvent(new Event('input', { bubbles: true }));
  }
  textarea.setSelectionRange(change.selectFrom, change.selectTo);
}
