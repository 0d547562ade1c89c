import type { Editor } from '@tiptap/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';
import { isImageType } from '#web/forms/image-file.ts';
import type { UploadImage, UploadStatus } from './types.ts';
import { addPlaceholder, insertImage, removePlaceholder } from './upload-placeholders.ts';

export type Upload = {
  id: number;
  /** Uploads that were chosen together share one placeholder in the text. */
  placeholderId: number;
  /** The position of this upload among them. */
  order: number;
  file: File;
  fraction: number;
  /** Whether the upload waits for others to finish. */
  isQueued: boolean;
  /** The error message; null while the upload runs. */
  problem: string | null;
  /** Whether a retry can succeed. */
  canRetry: boolean;
};

/** The server decodes this many images at once and rejects requests that wait too long. */
const maxConcurrentUploads = 2;
let lastId = 0;

function nextId(): number {
  lastId += 1;
  return lastId;
}

type Options = {
  editor: Editor;
  uploadImage: UploadImage | undefined;
  onUploadStatusChange: ((uploadStatus: UploadStatus) => void) | undefined;
  /** Called before the document is changed, because its source may have been edited meanwhile. */
  synchronise: () => void;
  /** The state of the pictures of pasted texts. */
  pastedStatus: UploadStatus;
};

/** Uploads images, a few at once, and inserts each into the text. A failed upload can be retried. */
export function useUploads(options: Options) {
  const { editor, uploadImage, onUploadStatusChange, synchronise, pastedStatus } = options;
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [lastDoneMessage, setLastDoneMessage] = useState('');
  const controllers = useRef(new Map<number, AbortController>());
  const queue = useRef<Upload[]>([]);
  /** The positions of the finished uploads by placeholder. */
  const finishedOrders = useRef(new Map<number, number[]>());

  const change = useCallback((id: number, changes: Partial<Upload>) => {
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  }, []);

  const remove = useCallback(
    (upload: Upload) => {
      controllers.current.get(upload.id)?.abort();
      queue.current = queue.current.filter(({ id }) => id !== upload.id);
      setUploads((all) => {
        const rest = all.filter(({ id }) => id !== upload.id);
        if (!rest.some(({ placeholderId }) => placeholderId === upload.placeholderId) && !editor.isDestroyed)
          queueMicrotask(() => editor.view.dispatch(removePlaceholder(editor.state, upload.placeholderId)));
        return rest;
      });
    },
    [editor],
  );

  const send = useCallback(
    async (upload: Upload, controller: AbortController) => {
      if (!uploadImage) return;
      const onProgress = (fraction: number) => change(upload.id, { fraction });
      try {
        const { url } = await uploadImage(upload.file, { onProgress, signal: controller.signal });
        if (controller.signal.aborted || editor.isDestroyed) return;
        synchronise();
        const orders = finishedOrders.current.get(upload.placeholderId) ?? [];
        const before = orders.length === 0 ? null : orders.filter((order) => order < upload.order).length;
        editor.view.dispatch(insertImage(editor.state, upload.placeholderId, { src: url, alt: '' }, before));
        finishedOrders.current.set(upload.placeholderId, [...orders, upload.order]);
        setLastDoneMessage(interpolate(editorMessages.uploadDone, { name: upload.file.name }));
        remove(upload);
      } catch (error) {
        if (controller.signal.aborted) return;
        const problem = (error instanceof Error && error.message) || editorMessages.uploadFailedReason;
        change(upload.id, { problem });
      }
    },
    [uploadImage, editor, synchronise, change, remove],
  );

  const startQueued = useCallback(() => {
    while (controllers.current.size < maxConcurrentUploads) {
      const upload = queue.current.shift();
      if (!upload) return;
      const controller = new AbortController();
      controllers.current.set(upload.id, controller);
      change(upload.id, { isQueued: false });
      void send(upload, controller).finally(() => {
        controllers.current.delete(upload.id);
        startQueued();
      });
    }
  }, [change, send]);

  const startUploads = useCallback(
    (files: readonly File[], position: number) => {
      const placeholderId = nextId();
      const added = createUploads(files, placeholderId, uploadImage !== undefined);
      setUploads((all) => [...all, ...added]);
      const starting = added.filter(({ problem }) => problem === null);
      if (starting.length > 0) editor.view.dispatch(addPlaceholder(editor.state, placeholderId, position));
      queue.current.push(...starting);
      startQueued();
    },
    [editor, uploadImage, startQueued],
  );

  const retry = useCallback(
    (upload: Upload) => {
      change(upload.id, { problem: null, fraction: 0, isQueued: true });
      queue.current.push(upload);
      startQueued();
    },
    [change, startQueued],
  );

  const statuses = [uploadStatusOf(uploads), pastedStatus];
  const uploadStatus = (['running', 'failed'] as const).find((one) => statuses.includes(one)) ?? 'idle';
  useEffect(() => onUploadStatusChange?.(uploadStatus), [uploadStatus, onUploadStatusChange]);
  useEffect(() => {
    const running = controllers.current;
    return () => {
      queue.current = [];
      for (const controller of running.values()) controller.abort();
    };
  }, []);
  return { uploads, lastDoneMessage, startUploads, retry, remove };
}

function createUploads(files: readonly File[], placeholderId: number, canUpload: boolean): Upload[] {
  return files.map((file, order) => {
    const problem = problemOf(file, canUpload);
    const canRetry = problem === null;
    return { id: nextId(), placeholderId, order, file, fraction: 0, isQueued: canRetry, problem, canRetry };
  });
}

function uploadStatusOf(uploads: readonly Upload[]): UploadStatus {
  if (uploads.some(({ problem }) => problem === null)) return 'running';
  return uploads.some(({ canRetry }) => canRetry) ? 'failed' : 'idle';
}

function problemOf({ type, name }: File, canUpload: boolean): string | null {
  if (!canUpload) return editorMessages.uploadUnavailable;
  return isImageType(type) ? null : interpolate(editorMessages.notPicture, { name });
}
