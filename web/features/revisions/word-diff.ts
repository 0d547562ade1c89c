import { diffArrays } from 'diff';

export type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string };

/** With more changed words or more time, a comparison word by word is not useful. */
const maxChanges = 2_000;
const timeoutMs = 2_000;
/** The number of characters shown at each end of a long unchanged stretch, cut at a word. */
const contextLength = 160;

/** The changes from one text to another, word by word; null when the texts have too little in common. */
export function wordDiff(before: string, after: string): DiffPart[] | null {
  const changes = diffArrays(splitWords(before), splitWords(after), {
    maxEditLength: maxChanges,
    timeout: timeoutMs,
  });
  if (!changes) return null;
  return mergeSpaces(
    changes.map(({ added, removed, value }) => ({ kind: kindOf(added, removed), text: value.join('') })),
  );
}

function kindOf(added: boolean, removed: boolean): DiffPart['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

/** Splits a text into words, spaces and single punctuation characters. */
function splitWords(text: string): string[] {
  return text.replaceAll('\r\n', '\n').match(/[\p{L}\p{N}\p{M}]+|[^\S\n]+|./gsu) ?? [];
}

/** A space between two changed words counts as changed, so a changed sentence is one change instead of many. */
function mergeSpaces(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  const open: Record<'added' | 'removed', string> = { added: '', removed: '' };
  const close = () => {
    // A leading space of both sides is not a change.
    if (open.added.startsWith(' ') && open.removed.startsWith(' ')) {
      result.push({ kind: 'same', text: ' ' });
      open.added = open.added.slice(1);
      open.removed = open.removed.slice(1);
    }
    for (const kind of ['removed', 'added'] as const) {
      if (open[kind] !== '') result.push({ kind, text: open[kind] });
      open[kind] = '';
    }
  };
  for (const [index, { kind, text }] of parts.entries()) {
    if (kind !== 'same') open[kind] += text;
    else if (/^[^\S\n]+$/.test(text) && index > 0 && index < parts.length - 1) {
      open.added += text;
      open.removed += text;
    } else {
      close();
      result.push({ kind, text });
    }
  }
  close();
  return result;
}

/** Shortens the middle of long unchanged stretches. */
export function shortenUnchanged(parts: readonly DiffPart[]): DiffPart[] {
  return parts.flatMap((part, index) => {
    if (part.kind !== 'same' || part.text.length <= contextLength * 3) return [part];
    const head = index === 0 ? '' : `${part.text.slice(0, contextLength).replace(/\s\S*$/, '')} `;
    const isLast = index === parts.length - 1;
    const tail = isLast ? '' : ` ${part.text.slice(-contextLength).replace(/^\S*\s/, '')}`;
    return [{ ...part, text: `${head}[…]${tail}` }];
  });
}
