import { useEffect, useRef, useState } from 'react';
import { mirror } from '#web/api/mirror.ts';
import { useUser } from '#web/api/use-session.ts';

type KeptText = {
  text: string;
  setText: (text: string) => void;
  /** Whether the text was restored from an earlier visit. */
  isFound: boolean;
  /** Returns the current text of the form. */
  read: () => string;
  /** Clears the form and keeps the stored draft, because the text is being sent. */
  empty: () => void;
  /** Deletes the stored draft of a sent or cancelled text. Stores a text typed into the cleared form since then. */
  forget: () => void;
};

/**
 * The text of a comment form, stored on this device while it is typed and restored on return. `draftKey` identifies the
 * form among all forms of the user.
 */
export function useKeptText(place: string, initial: string): KeptText {
  const reader = useUser()?.id ?? null;
  const name = reader === null ? null : `comment ${reader} ${place}`;
  const [text, setText] = useState(initial);
  const [isFound, setFound] = useState(false);
  const latest = useRef(initial);

  function show(next: string): void {
    latest.current = next;
    setText(next);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the initial text is compared once
  useEffect(() => {
    if (name === null) return;
    let isWanted = true;
    void findText(name).then((found) => {
      // A text that the user has begun to type takes precedence.
      if (!isWanted || found === undefined || found === initial || latest.current !== initial) return;
      show(found);
      setFound(true);
    });
    return () => {
      isWanted = false;
    };
  }, [name]);

  return {
    text,
    isFound,
    setText(next) {
      show(next);
      setFound(false);
      if (name !== null) void keepText(name, next === initial ? '' : next);
    },
    read: () => latest.current,
    empty() {
      show('');
      setFound(false);
    },
    forget() {
      if (name !== null) void keepText(name, initial === '' ? latest.current : '');
    },
  };
}

async function findText(name: string): Promise<string | undefined> {
  const found = await mirror.find<{ text: string }>(name);
  return found.find((record) => record.name === name)?.text.text;
}

async function keepText(name: string, text: string): Promise<void> {
  if (text.trim() === '') return mirror.remove(name);
  // Without storage space the form itself still has the text.
  await mirror.put(name, { text }).catch(() => undefined);
}
