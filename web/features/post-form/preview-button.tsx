import Eye from 'lucide-react/icons/eye';
import { lazy, type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type PostFields, pickPostFields } from '#contract/post-fields.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { Button } from '#web/ui/button.tsx';
import { MountOnOpen } from '#web/ui/mount-on-open.tsx';
import type { CategoryChoice } from './post-form-sections.tsx';
import type { PostFormControl } from './use-post-form.ts';

const PreviewWindow = lazy(() =>
  import('./preview-window.tsx').then((module) => ({ default: module.PreviewWindow })),
);

/** A preview of a post; `content_html` comes from the server's renderer. */
export type DraftArticle = PostFields & {
  content_html: string;
  image: string | null;
  category: string | null;
};
export type RenderArticle = (draft: DraftArticle) => ReactNode;

type PreviewProps = { control: PostFormControl; categories: CategoryChoice[]; renderArticle: RenderArticle };

/** The «Предпросмотр» button: shows the post as readers will see it. */
export function PreviewButton({ control, categories, renderArticle }: PreviewProps) {
  const { form, picture } = control;
  const [title, content, category] = useWatch({
    control: form.control,
    name: ['title', 'content', 'category'],
  });
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        disabled={!title?.trim() || !content?.trim()}
        onClick={() => setOpen(true)}
        className="max-sm:px-3"
      >
        <Eye aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{postFormMessages.preview}</span>
      </Button>
      <MountOnOpen open={isOpen}>
        <PreviewWindow
          open={isOpen}
          onOpenChange={setOpen}
          fields={{ ...pickPostFields(control.read().values), title: title.trim() }}
          picture={picture}
          category={categories.find(({ id }) => String(id) === category)?.name ?? null}
          renderArticle={renderArticle}
        />
      </MountOnOpen>
    </>
  );
}
