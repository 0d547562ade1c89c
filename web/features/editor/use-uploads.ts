import type { Editor } from '@tiptap/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#text/index.ts';
import type { Uploading, UploadPicture } from './types.ts';
import { forgetPlace, insertPicture, markPlace } from './upload-places.ts';

export type Upload = {
  id: number;
  /** Uploads that were chosen together share one placeholder in the text. */
  place: number;
  /** The position of this upload among them. */
  order: number;
  file: File;
  fraction: number;
  /** Whether the upload waits for others to finish. */
  isWaiting: boolean;
  /** The error message; null while the upload runs. */
  problem: string | null;
  /** Whether a retry can succeed. */
  canRetry: boolean;
};

const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
/** The server decodes this many images at once and rejects requests that wait too long. */
const mostAtOnce = 2;
let lastId = 0;

type Options = {
  editor: Editor;
  uploadPicture: UploadPicture | undefined;
  onUploading: ((uploading: Uploading) => void) | undefined;
  /** Called before the document is changed, because its source may have been edited meanwhile. */
  synchronise: () => void;
};

/** Uploads images, a few at once, and inserts each into the text. A failed upload can be retried. */
export function useUploads({ editor, uploadPicture, onUploading, synchronise }: Options) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [lastDone, setLastDone] = useState('');
  const controllers = useRef(new Map<number, AbortController>());
  const waiting = useRef<Upload[]>([]);
  /** The positions of the finished uploads by placeholder. */
  const arrived = useRef(new Map<number, number[]>());

  const change = useCallback((id: number, changes: Partial<Upload>) => {
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  }, []);

  const remove = useCallback(
    (upload: Upload) => {
      controllers.current.get(upload.id)?.abort();
      waiting.current = waiting.current.filter(({ id }) => id !== upload.id);
      setUploads((all) => {
        const rest = all.filter(({ id }) => id !== upload.id);
        if (!rest.some(({ place }) => place === upload.place) && !editor.isDestroyed)
          queueMicrotask(() => editor.view.dispatch(forgetPlace(editor.state, upload.place)));
        return rest;
      });
    },
    [editor],
  );

  const send = useCallback(
    async (upload: Upload, controller: AbortController) => {
      if (!uploadPicture) return;
      const onProgress = (fraction: number) => change(upload.id, { fraction });
      try {
        const { url } = await uploadPicture(upload.file, { onProgress, signal: controller.signal });
        if (controller.signal.aborted || editor.isDestroyed) return;
        synchronise();
        const orders = arrived.current.get(upload.place) ?? [];
        const before = orders.length === 0 ? null : orders.filter((order) => order < upload.order).length;
        editor.view.dispatch(insertPicture(editor.state, upload.place, { src: url, alt: '' }, before));
        arrived.current.set(upload.place, [...orders, upload.order]);
        setLastDone(t('editor.uploadDone', { name: upload.file.name }));
        remove(upload);
      } catch (error) {
        if (controller.signal.aborted) return;
        const problem = (error instanceof Error && error.message) || t('editor.uploadFailedReason');
        change(upload.id, { problem });
      }
    },
    [uploadPicture, editor, synchronise, change, remove],
  );

  const startWaiting = useCallback(() => {
    while (controllers.current.size < mostAtOnce) {
      const upload = waiting.current.shift();
      if (!upload) return;
      const controller = new AbortController();
      controllers.current.set(upload.id, controller);
      change(upload.id, { isWaiting: false });
      void send(upload, controller).finally(() => {
        controllers.current.delete(upload.id);
        startWaiting();
      });
    }
  }, [change, send]);

  const take = useCallback(
    (files: readonly File[], position: number) => {
      lastId += 1;
      const place = lastId;
      const added = files.map((file, order): Upload => {
        lastId += 1;
        const problem = problemOf(file, uploadPicture !== undefined);
        const canRetry = problem === null;
        return { id: lastId, place, order, file, fraction: 0, isWaiting: canRetry, problem, canRetry };
      });
      setUploads((all) => [...all, ...added]);
      const starting = added.filter(({ problem }) => problem === null);
      if (starting.length > 0) editor.view.dispatch(markPlace(editor.state, place, position));
      waiting.current.push(...starting);
      startWaiting();
    },
    [editor, uploadPicture, startWaiting],
  );

  const retry = useCallback(
    (upload: Upload) => {
      change(upload.id, { problem: null, fraction: 0, isWaiting: true });
      waiting.current.push(upload);
      startWaiting();
    },
    [change, startWaiting],
  );

  const uploading = stateOf(uploads);
  useEffect(() => onUploading?.(uploading), [uploading, onUploading]);
  useEffect(() => {
    const running = controllers.current;
    return () => {
      waiting.current = [];
      for (const controller of running.values()) controller.abort();
    };
  }, []);
  return { uploads, lastDone, take, retry, remove };
}

function stateOf(uploads: readonly Upload[]): Uploading {
  if (uploads.some(({ problem }) => problem === null)) return 'running';
  return uploads.some(({ canRetry }) => canRetry) ? 'failed' : 'idle';
}

function problemOf({ type, name }: File, canUpload: boolean): string | null {
  if (!canUpload) return t('editor.uploadUnavailable');
  return pictureTypes.has(type) ? null : t('editor.notPicture', { name });
}
