/** Sends a picture away and tells its address on this site. Rejects with an error whose message is for the author. */
export type UploadPicture = (
  file: File,
  options: { onProgress: (fraction: number) => void; signal: AbortSignal },
) => Promise<{ url: string }>;

/** `failed` while pictures that did not arrive wait for another try. */
export type Uploading = 'idle' | 'running' | 'failed';

export type EditorProps = {
  /** The text in Markdown. */
  value: string;
  onChange: (markdown: string) => void;
  /** The name of the text for screen readers. */
  label: string;
  placeholder?: string;
  disabled?: boolean;
  /** Without it the editor takes no pictures. */
  uploadPicture?: UploadPicture;
  /** Told whenever the first upload begins, the last one ends, and when some wait for another try. */
  onUploading?: (uploading: Uploading) => void;
};
