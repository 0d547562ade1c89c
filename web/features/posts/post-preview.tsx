import * as moderationMessages from '#locales/ru/moderation.ts';
import { typesetText } from '#locales/typography.ts';
import type { ApiClient } from '#web/api/client.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { ArticleBody } from './article-body.tsx';
import { renderedHtml } from './rendered-html.ts';

/** The whole text of a post beside a list; it counts no view. */
export function PostPreview({ slug }: { slug: string }) {
  const query = useBrowserQuery(`preview ${slug}`, async (api: ApiClient) =>
    api.call('getPost', {
      params: { slug },
      query: { count_view: 'false' },
      suppressToastFor: [0, 404, 500, 503],
    }),
  );
  return (
    <QueryView
      query={query}
      placeholder={<SkeletonText lines={8} />}
      failed={moderationMessages.previewFailed}
      retry={moderationMessages.retry}
      headingLevel={3}
    >
      {(post) => (
        <>
          <p className="font-serif text-xl font-semibold wrap-anywhere">{typesetText(post.title)}</p>
          <div className="mt-3 text-sm">
            <ArticleBody html={renderedHtml(post)} />
          </div>
        </>
      )}
    </QueryView>
  );
}
