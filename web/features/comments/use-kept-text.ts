import { useEffect, useRef, useState } from 'react';
import { mirror } from '#web/api/mirror.ts';
import { useUser } from '#web/api/use-session.ts';

type KeptText = {
  text: string;
  setText: (text: string) => void;
  /** Whether the text was left behind at an earlier time. */
  isFound: boolean;
  /** What stands in the box at this moment. */
  read: () => string;
  /** Clears the box and leaves what is kept as it is: the text is on its way. */
  empty: () => void;
  /** The text has arrived, or is not wanted: only what was typed into an empty box since then is kept on. */
  forget: () => void;
};

/**
 * The text of a comment box, kept on this device while it is written and found there on return. `place` says which box
 * of this reader it is.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the box began with is looked at once
  useEffect(() => {
    if (name === null) return;
    let isWanted = true;
    void findText(name).then((found) => {
      // Who has begun to write already goes on with that.
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
  // No room on the device: the box itself still has the text.
  await mirror.put(name, { text }).catch(() => undefined);
}
