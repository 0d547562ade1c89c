import { useCallback, useEffect, useRef, useState } from 'react';
import { type DraftLink, draftLinkDays } from '#contract/draft-links.ts';
import { countOf, dateAndTime, fullDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as draftLinksMessages from '#locales/ru/draft-links.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { notify } from '#web/ui/notify.ts';
import type { Draft } from './draft.ts';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  draft: Draft;
  isPublished: boolean;
};

/** The links by which others read a draft: creates, copies and revokes them. */
export function DraftLinkDialog({ open, onOpenChange, draft, isPublished }: DialogProps) {
  const { links, url, isBusy, create, revoke } = useDraftLinks(draft, open);
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isPublished ? draftLinksMessages.changesTitle : draftLinksMessages.title}
    >
      <p className="mt-2 text-sm text-soft">
        {interpolate(isPublished ? draftLinksMessages.changesLead : draftLinksMessages.lead, {
          days: countOf(draftLinkDays, nouns.day),
        })}
      </p>
      {url !== null && <CreatedLink url={url} />}
      {links !== null && links.length > 0 && (
        <section className="mt-5">
          <h3 className="text-sm font-semibold">{draftLinksMessages.links}</h3>
          <ul className="mt-2 divide-y divide-rule border-y border-rule">
            {links.map((link) => (
              <LinkRow key={link.id} link={link} onRevoke={() => void revoke(link)} />
            ))}
          </ul>
        </section>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          {draftLinksMessages.close}
        </Button>
        <Button
          variant={url === null ? 'primary' : 'secondary'}
          busy={isBusy}
          disabled={links === null}
          onClick={() => void create()}
        >
          {draftLinksMessages.create}
        </Button>
      </div>
    </FormDialog>
  );
}

function CreatedLink({ url }: { url: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      notify('success', draftLinksMessages.copied);
    } catch {
      input.current?.select();
      notify('error', draftLinksMessages.copyFailed);
    }
  }

  return (
    <div className="mt-5 flex flex-col items-start gap-3">
      <Field label={draftLinksMessages.address} hint={draftLinksMessages.addressHint} className="w-full">
        <Input ref={input} readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <Button onClick={() => void copy()}>{draftLinksMessages.copy}</Button>
    </div>
  );
}

function LinkRow({ link, onRevoke }: { link: DraftLink; onRevoke: () => void }) {
  const date = dateAndTime(link.created_at);
  return (
    <li className="flex items-center gap-3 py-2 text-sm">
      <p className="min-w-0 flex-1">
        {link.editor
          ? interpolate(draftLinksMessages.createdByEditor, { date, name: link.editor.username })
          : interpolate(draftLinksMessages.createdAt, { date })}
        ,{' '}
        <span className="text-muted">
          {interpolate(draftLinksMessages.expiresAt, { date: fullDate(link.expires_at) })}
        </span>
      </p>
      {!link.editor && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={interpolate(draftLinksMessages.revokeName, { date })}
          onClick={onRevoke}
        >
          {draftLinksMessages.revoke}
        </Button>
      )}
    </li>
  );
}

function useDraftLinks(draft: Draft, isOpen: boolean) {
  const [links, setLinks] = useState<readonly DraftLink[] | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const key = draft.name.draft_key;

  const load = useCallback(async () => {
    const { results } = await getBrowserClient().api.call('listDraftLinks', { query: { key } });
    setLinks(results);
  }, [key]);

  useEffect(() => {
    if (!isOpen) return;
    setUrl(null);
    load().catch(ignoreApiError);
  }, [isOpen, load]);

  async function create(): Promise<void> {
    setBusy(true);
    try {
      // The link shows what the server has.
      await draft.flush();
      const created = await getBrowserClient().api.call('createDraftLink', { body: { key } });
      setUrl(created.url);
      await load();
    } catch (error) {
      ignoreApiError(error);
    } finally {
      setBusy(false);
    }
  }

  async function revoke({ id }: DraftLink): Promise<void> {
    try {
      await getBrowserClient().api.call('deleteDraftLink', { params: { id: String(id) } });
      notify('success', draftLinksMessages.revoked);
      setUrl(null);
      await load();
    } catch (error) {
      ignoreApiError(error);
    }
  }

  return { links, url, isBusy, create, revoke };
}

/** Ignores an API error, which a toast has shown. */
function ignoreApiError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
