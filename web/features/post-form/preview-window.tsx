import { useCallback, useEffect, useState } from 'react';
import type { PostFields } from '#contract/post-fields.ts';
import * as notFoundMessages from '#locales/ru/not-found.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { Button } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';
import type { Picture } from './post-fields.ts';
import type { RenderArticle } from './preview-button.tsx';

type WindowProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  fields: PostFields;
  picture: Picture;
  category: string | null;
  renderArticle: RenderArticle;
};

/** The post as readers will see it. The server renders it each time the window opens. */
export function PreviewWindow({ open, onOpenChange, fields, picture, ...rest }: WindowProps) {
  const { html, problem, retry } = useRenderedPreview(open, fields.content);
  const chosen = useObjectUrl(picture instanceof File ? picture : null);
  const image = typeof picture === 'string' ? picture : chosen;
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={postFormMessages.previewTitle}
      description={postFormMessages.previewText}
      closeLabel={postFormMessages.previewClose}
      footer={<Button onClick={() => onOpenChange(false)}>{postFormMessages.previewContinue}</Button>}
    >
      <div aria-live="polite" className="py-6 sm:py-10">
        {problem !== null && (
          <Container width="text" className="flex flex-col items-start gap-4">
            <Notice tone="danger">{problem}</Notice>
            <Button variant="secondary" onClick={retry}>
              {notFoundMessages.retry}
            </Button>
          </Container>
        )}
        {problem === null && html === null && (
          <Container width="text">
            <SkeletonText lines={8} />
          </Container>
        )}
        {html !== null &&
          rest.renderArticle({ ...fields, content_html: html, image, category: rest.category })}
      </div>
    </Modal>
  );
}

function useRenderedPreview(isOpen: boolean, content: string) {
  const [html, setHtml] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry repeats the same request
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    setHtml(null);
    setProblem(null);
    const suppressToastFor = [0, 400, 429, 500, 503];
    getBrowserClient()
      .api.call('previewPost', { body: { content }, suppressToastFor, signal: controller.signal })
      .then((rendered) => setHtml(rendered.content_html))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (error.failure === 'aborted') return;
        setProblem(error.status === 400 ? error.message : postFormMessages.previewFailed);
      });
    return () => controller.abort();
  }, [isOpen, content, attempt]);

  return { html, problem, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}
