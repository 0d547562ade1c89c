import { useEffect, useRef, useState } from 'react';
import { useUser } from '#web/api/use-session.ts';
import { localDraftStore } from '#web/forms/local-draft-store.ts';

type LocalDraft = {
  text: string;
  setText: (text: string) => void;
  /** Whether the text was restored from an earlier visit. */
  isRestored: boolean;
  /** Returns the current text of the form. */
  getText: () => string;
  /** Clears the form and keeps the stored draft, because the text is being sent. */
  clear: () => void;
  /** Deletes the stored draft of a sent or cancelled text. Stores a text typed into the cleared form since then. */
  discard: () => void;
};

/**
 * The text of a comment form, stored on this device while it is typed and restored on return. `draftKey` identifies the
 * form among all forms of the user.
 */
export function useLocalDraft(draftKey: string, initial: string): LocalDraft {
  const userId = useUser()?.id ?? null;
  const name = userId === null ? null : `comment ${userId} ${draftKey}`;
  const [text, setText] = useState(initial);
  const [isRestored, setRestored] = useState(false);
  const latest = useRef(initial);

  function setCurrentText(next: string): void {
    latest.current = next;
    setText(next);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the initial text is compared once
  useEffect(() => {
    if (name === null) return;
    let isActive = true;
    void findDraft(name).then((found) => {
      // A text that the user has begun to type takes precedence.
      if (!isActive || found === undefined || found === initial || latest.current !== initial) return;
      setCurrentText(found);
      setRestored(true);
    });
    return () => {
      isActive = false;
    };
  }, [name]);

  return {
    text,
    isRestored,
    setText(next) {
      setCurrentText(next);
      setRestored(false);
      if (name !== null) void storeDraft(name, next === initial ? '' : next);
    },
    getText: () => latest.current,
    clear() {
      setCurrentText('');
      setRestored(false);
    },
    discard() {
      if (name !== null) void storeDraft(name, initial === '' ? latest.current : '');
    },
  };
}

async function findDraft(name: string): Promise<string | undefined> {
  const found = await localDraftStore.find<{ text: string }>(name);
  return found.find((record) => record.name === name)?.text.text;
}

async function storeDraft(name: string, text: string): Promise<void> {
  if (text.trim() === '') return localDraftStore.remove(name);
  // Without storage space the form itself still has the text.
  await localDraftStore.put(name, { text }).catch(() => undefined);
}
