import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImportUpload } from '#contract/imports.ts';
import type { EndpointResult } from '#contract/index.ts';
import { fileSize, fullDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as messages from '#locales/ru/staff-imports.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useAction } from '#web/queries/use-action.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Radio, RadioGroup } from '#web/ui/radio-group.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { ImportOptions } from './import-options.tsx';
import { importPath } from './import-paths.ts';
import { sendParts } from './send-parts.ts';

type Sources = EndpointResult<'listImportSources'>;
const shownStatuses = [400, 409];

/** Chooses a source, uploads it if it is new, and has the plan made. */
export function NewImport() {
  const query = useBrowserQuery('import sources', (api) => api.call('listImportSources'));
  return (
    <section aria-labelledby="new-import">
      <h2 id="new-import" className="text-2xl font-bold">
        {messages.newImport}
      </h2>
      <QueryView
        query={query}
        placeholder={<SkeletonText lines={8} />}
        failed={messages.failed}
        retry={messages.retry}
        headingLevel={3}
      >
        {(sources) => <NewImportForm sources={sources} onChange={query.reload} />}
      </QueryView>
    </section>
  );
}

function NewImportForm({ sources, onChange }: { sources: Sources; onChange: () => void }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState<{ done: number; total: number } | null>(null);
  const [chosen, setChosen] = useState('new');
  const upload = useRef<AbortController | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const values = new FormData(event.currentTarget);
    const file = values.get('file');
    if (chosen === 'new' && !(file instanceof File && file.size > 0)) return setProblem(messages.chooseFile);
    setBusy(true);
    setProblem(null);
    try {
      const source =
        file instanceof File && chosen === 'new' ? { upload: await send(file) } : sourceOf(chosen);
      const body = { ...source, ...optionsOf(values) };
      const { id } = await getBrowserClient().api.call('createImport', {
        body,
        suppressToastFor: shownStatuses,
      });
      await navigate(importPath(id));
    } catch (error) {
      setProblem(describe(error));
      onChange();
    } finally {
      setBusy(false);
      setSent(null);
    }
  }

  async function send(file: File): Promise<string> {
    const { api } = getBrowserClient();
    const ending = new AbortController();
    upload.current = ending;
    const { id } = await api.call('startImportUpload', {
      body: { name: file.name.slice(-200), bytes: file.size },
      suppressToastFor: shownStatuses,
    });
    setSent({ done: 0, total: file.size });
    try {
      await sendParts({
        file,
        maxBytes: sources.part_bytes,
        signal: ending.signal,
        onProgress: (done) => setSent({ done, total: file.size }),
        send: (offset, part) =>
          getBrowserClient().silentApi.call('addImportPart', {
            params: { id },
            body: { offset, part },
            signal: ending.signal,
            onProgress: () => undefined,
          }),
      });
    } catch (error) {
      await getBrowserClient()
        .silentApi.call('deleteImportUpload', { params: { id } })
        .catch(() => undefined);
      throw error;
    }
    return id;
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-4 flex max-w-text flex-col gap-6"
    >
      {problem && <Notice tone="danger">{problem}</Notice>}
      <RadioGroup legend={messages.source}>
        <Radio
          name="source"
          checked={chosen === 'new'}
          onChange={() => setChosen('new')}
          label={messages.newFile}
          hint={interpolate(messages.newFileHint, { size: fileSize(sources.max_bytes) })}
        />
        {sources.uploads.filter(isComplete).map((stored) => (
          <StoredUpload
            key={stored.id}
            stored={stored}
            isChosen={chosen === `upload ${stored.id}`}
            onChoose={() => setChosen(`upload ${stored.id}`)}
            onRemoved={() => {
              setChosen('new');
              onChange();
            }}
          />
        ))}
        {sources.folders.map(({ name }) => (
          <Radio
            key={name}
            name="source"
            checked={chosen === `folder ${name}`}
            onChange={() => setChosen(`folder ${name}`)}
            label={name}
            hint={messages.folderHint}
          />
        ))}
      </RadioGroup>
      {chosen === 'new' && (
        <Field label={messages.file}>
          <Input type="file" name="file" accept=".zip,.xml,.json" className="h-auto py-2" />
        </Field>
      )}
      <ImportOptions />
      <div aria-live="polite" className="flex flex-col items-start gap-3">
        {sent && (
          <div className="w-full">
            <progress value={sent.done} max={sent.total} className="w-full accent-accent" />
            <p className="text-sm text-soft tabular-nums">
              {interpolate(messages.uploading, { done: fileSize(sent.done), total: fileSize(sent.total) })}
            </p>
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy}>
            {messages.makePlan}
          </Button>
          {sent && (
            <Button variant="secondary" onClick={() => upload.current?.abort()}>
              {messages.cancelUpload}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

type StoredUploadProps = {
  stored: ImportUpload;
  isChosen: boolean;
  onChoose: () => void;
  onRemoved: () => void;
};

function StoredUpload({ stored: { id, name, bytes, expires_at }, ...props }: StoredUploadProps) {
  const { isBusy, run } = useAction();
  const remove = async () => {
    const send = () => getBrowserClient().api.call('deleteImportUpload', { params: { id } });
    if (await run(send, messages.removed)) props.onRemoved();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <Radio
          name="source"
          checked={props.isChosen}
          onChange={props.onChoose}
          label={name}
          hint={interpolate(messages.storedHint, { size: fileSize(bytes), day: fullDate(expires_at) })}
        />
      </div>
      <Button
        variant="quiet"
        size="sm"
        busy={isBusy}
        aria-label={interpolate(messages.removeFile, { name })}
        onClick={() => void remove()}
      >
        {messages.remove}
      </Button>
    </div>
  );
}

const isComplete = ({ received, bytes }: ImportUpload): boolean => received === bytes;

function sourceOf(chosen: string): { upload: string } | { folder: string } {
  const [kind, ...rest] = chosen.split(' ');
  const name = rest.join(' ');
  return kind === 'upload' ? { upload: name } : { folder: name };
}

const optionsOf = (values: FormData) => ({
  author: String(values.get('author') ?? ''),
  site_url: String(values.get('site_url') ?? '').trim() || null,
  date: String(values.get('date') ?? '') || null,
  pages: values.has('pages'),
  fetch_pictures: values.has('fetch_pictures'),
  members: values.has('members'),
});

/** Null for what a toast has said. */
function describe(error: unknown): string | null {
  if (!(error instanceof ApiError)) return messages.uploadFailed;
  if (!shownStatuses.includes(error.status))
    return error.failure === 'aborted' ? null : messages.uploadFailed;
  return error.message;
}
