import { useEffect } from 'react';
import { type MetaArgs, useNavigate } from 'react-router';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as draftLinksMessages from '#locales/ru/draft-links.ts';
import { useSharedDraft } from '#web/features/draft-links/use-shared-draft.ts';
import { UnpublishedArticle } from '#web/features/posts/draft-article.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { EmptyState, Notice } from '#web/ui/notice.tsx';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: draftLinksMessages.pageTitle, isHidden: true, matches });

/** A draft that its author shows by a link. The browser loads it, so the page itself contains nothing of it. */
export default function SharedDraftPage() {
  const { state, retry } = useSharedDraft();
  const navigate = useNavigate();
  const slug = state.kind === 'published' ? state.slug : null;
  useEffect(() => {
    if (slug !== null) void navigate(`/posts/${encodeURIComponent(slug)}`, { replace: true });
  }, [slug, navigate]);

  if (state.kind === 'gone')
    return (
      <Container width="text">
        <EmptyState title={draftLinksMessages.goneTitle} text={draftLinksMessages.goneText}>
          <ButtonLink to="/posts">{draftLinksMessages.toPosts}</ButtonLink>
        </EmptyState>
      </Container>
    );
  if (state.kind === 'failed')
    return (
      <Container width="text">
        <EmptyState title={draftLinksMessages.failedTitle}>
          <Button onClick={retry}>{draftLinksMessages.retry}</Button>
        </EmptyState>
      </Container>
    );
  if (state.kind !== 'draft') return <Placeholder />;
  const { draft } = state;
  return (
    <div className="pb-16">
      <Container width="text" className="pt-6 pb-6 sm:pt-10">
        <Notice>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="warning">{draftLinksMessages.mark}</Badge>
            {interpolate(draftLinksMessages.notice, { date: dateAndTime(draft.updated_at) })}
          </p>
        </Notice>
      </Container>
      <UnpublishedArticle draft={draft} author={draft.author_info} headingLevel={1} />
    </div>
  );
}

function Placeholder() {
  return (
    <Container width="text" className="py-10">
      <LoadingFallback needsScript={draftLinksMessages.needsScript} loading={draftLinksMessages.pageLoading}>
        <Skeleton className="h-12" />
        <SkeletonText lines={8} className="mt-8" />
      </LoadingFallback>
    </Container>
  );
}
