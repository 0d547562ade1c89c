import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { EditorField } from '#web/features/editor/editor-field.tsx';
import type { UploadImage } from '#web/features/editor/types.ts';
import { Field } from '#web/ui/field.tsx';
import '#web/styles/app.css';

declare global {
  interface Window {
    /** The value that the form around the editor would send. */
    markdown: string;
    /** Sets another value from outside the editor. */
    setMarkdown: (markdown: string) => void;
    /** The delay before the form passes a changed value back. */
    echoDelayMs: number;
    /** Pending uploads by file name or address; the test settles them. */
    uploads: Map<string, { settle: (url: string | null) => void; progress: (fraction: number) => void }>;
  }
}

window.uploads = new Map();
window.echoDelayMs = 0;

const uploadPicture: UploadImage = (picture, { onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const name = typeof picture === 'string' ? picture : picture.name;
    signal.addEventListener('abort', () => {
      window.uploads.delete(name);
      reject(signal.reason);
    });
    window.uploads.set(name, {
      progress: onProgress,
      settle: (url) => (url ? resolve({ url }) : reject(new Error('Нет связи.'))),
    });
  });

/** A page with nothing but the editor. */
function Harness() {
  const [value, setValue] = useState(decodeURIComponent(location.hash.slice(1)));
  window.markdown = value;
  window.setMarkdown = setValue;
  const change = (markdown: string): void => {
    if (window.echoDelayMs === 0) setValue(markdown);
    else setTimeout(() => setValue(markdown), window.echoDelayMs);
  };
  return (
    <main className="mx-auto w-full max-w-text p-4">
      <h1>Редактор</h1>
      <Field label="Текст статьи" hint="Рекомендуем не меньше 100 символов">
        <EditorField label="Текст статьи" value={value} onChange={change} uploadImage={uploadPicture} />
      </Field>
      <button type="button">Дальше</button>
    </main>
  );
}

const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(<Harness />);
