import LinkIcon from 'lucide-react/icons/link';
import { lazy, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as draftLinksMessages from '#locales/ru/draft-links.ts';
import { Button } from '#web/ui/button.tsx';
import { MountOnOpen } from '#web/ui/mount-on-open.tsx';
import type { Draft } from './draft.ts';
import type { PostFormState } from './post-form-sections.tsx';

const DraftLinkDialog = lazy(() =>
  import('./draft-link-dialog.tsx').then((module) => ({ default: module.DraftLinkDialog })),
);

type ButtonProps = {
  form: PostFormState;
  draft: Draft;
  /** Whether readers see the post, so that a link shows the changes that they do not see yet. */
  isPublished: boolean;
};

/** Opens the links by which others read the draft, or the changes of a published post. */
export function DraftLinkButton({ form, draft, isPublished }: ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [title, content] = useWatch({ control: form.control, name: ['title', 'content'] });
  return (
    <>
      <Button variant="secondary" disabled={!title?.trim() && !content?.trim()} onClick={() => setOpen(true)}>
        <LinkIcon aria-hidden className="size-4" />
        {isPublished ? draftLinksMessages.shareChanges : draftLinksMessages.share}
      </Button>
      <MountOnOpen open={isOpen}>
        <DraftLinkDialog open={isOpen} onOpenChange={setOpen} draft={draft} isPublished={isPublished} />
      </MountOnOpen>
    </>
  );
}
