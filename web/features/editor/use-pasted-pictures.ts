import type { Editor } from '@tiptap/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as editorMessages from '#locales/ru/editor.ts';
import { type PastedPicture, settlePicture } from './paste/pictures.ts';
import type { UploadImage, UploadStatus } from './types.ts';

export type PastedPictures = {
  total: number;
  done: number;
  failed: readonly PastedPicture[];
  /** Pictures that were in the copied text, but not on the clipboard. */
  lost: number;
  reason: string;
};

const none: PastedPictures = { total: 0, done: 0, failed: [], lost: 0, reason: '' };

const isRunning = ({ total, done, failed }: PastedPictures): boolean => done + failed.length < total;

export function pastedStatusOf(pictures: PastedPictures): UploadStatus {
  if (isRunning(pictures)) return 'running';
  return pictures.failed.length > 0 ? 'failed' : 'idle';
}

/** Stores the pictures of pasted texts one after another, and gives them their address on this site. */
export function usePastedPictures({
  editor,
  uploadImage,
  synchronise,
}: {
  editor: Editor;
  uploadImage: UploadImage | undefined;
  synchronise: () => void;
}) {
  const [pictures, setPictures] = useState(none);
  const queue = useRef<PastedPicture[]>([]);
  /** Pictures that have no address on this site yet. */
  const pending = useRef(new Map<string, PastedPicture>());
  const controller = useRef<AbortController | null>(null);

  const run = useCallback(async () => {
    if (!uploadImage || controller.current) return;
    const current = new AbortController();
    const { signal } = current;
    controller.current = current;
    for (let picture = queue.current.shift(); picture; picture = queue.current.shift()) {
      const failed = picture;
      try {
        const { url } = await uploadImage(picture.source, { onProgress: () => undefined, signal });
        if (signal.aborted || editor.isDestroyed) return;
        synchronise();
        editor.view.dispatch(settlePicture(editor.state, picture.src, url));
        pending.current.delete(picture.src);
        setPictures((all) => ({ ...all, done: all.done + 1 }));
      } catch (error) {
        if (signal.aborted) return;
        const reason = (error instanceof Error && error.message) || editorMessages.uploadFailedReason;
        setPictures((all) => ({ ...all, failed: [...all.failed, failed], reason }));
      }
    }
    controller.current = null;
  }, [editor, uploadImage, synchronise]);

  const stop = useCallback(() => {
    controller.current?.abort();
    controller.current = null;
    queue.current = [];
  }, []);

  const add = useCallback(
    (added: readonly PastedPicture[], lost: number) => {
      if (added.length === 0 && lost === 0) return;
      setPictures((all) => {
        const base = isRunning(all) ? all : none;
        return { ...base, total: base.total + added.length, lost: base.lost + lost };
      });
      queue.current.push(...added);
      for (const picture of added) pending.current.set(picture.src, picture);
      void run();
    },
    [run],
  );

  const retry = useCallback(() => {
    queue.current.push(...pictures.failed);
    setPictures({ ...none, total: pictures.failed.length });
    void run();
  }, [pictures, run]);

  /** Pictures of other sites stay as links; those without an address are removed. */
  const dismiss = useCallback(() => {
    stop();
    setPictures(none);
    synchronise();
    for (const { src, source } of pending.current.values())
      if (typeof source !== 'string') editor.view.dispatch(settlePicture(editor.state, src, null));
    pending.current.clear();
  }, [stop, synchronise, editor]);

  useEffect(() => stop, [stop]);
  return { pictures, add, retry, dismiss };
}
