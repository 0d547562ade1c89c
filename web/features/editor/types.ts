import type { Ref } from 'react';

/** Stores an image, a file or one of another site, and returns its URL here. Rejects with an error whose message is for the author. */
export type UploadImage = (
  picture: File | string,
  options: { onProgress: (fraction: number) => void; signal: AbortSignal },
) => Promise<{ url: string }>;

/** `failed` while failed uploads wait for a retry. */
export type UploadStatus = 'idle' | 'running' | 'failed';

/** What a form may do with the editor. */
export type EditorHandle = { focus: () => void };

export type EditorProps = {
  ref?: Ref<EditorHandle>;
  /** The text in Markdown. */
  value: string;
  onChange: (markdown: string) => void;
  /** The label of the editor for screen readers. */
  label: string;
  placeholder?: string;
  disabled?: boolean;
  /** Without it the editor accepts no images. */
  uploadImage?: UploadImage;
  /** Called when the first upload begins, when the last one ends, and when uploads wait for a retry. */
  onUploadStatusChange?: (uploading: UploadStatus) => void;
};
