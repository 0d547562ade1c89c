import type { AuthorInfo } from '#contract/auth.ts';
import type { PictureInfo } from '#contract/media.ts';
import type { PostFields } from '#contract/post-fields.ts';
import { displayName, initials } from '#locales/person.ts';
import { typesetText } from '#locales/typography.ts';
import { useUser } from '#web/api/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Container } from '#web/ui/container.tsx';
import { ArticleBody } from './article-body.tsx';
import { ArticleCover, headlineSize, Standfirst } from './article-head.tsx';
import { renderedHtml } from './rendered-html.ts';

type ShownDraft = Pick<PostFields, 'title' | 'standfirst' | 'image_caption' | 'image_focus'> & {
  content_html: string;
  image: string | null;
  image_info?: PictureInfo | null;
  category: string | null;
};
type ShownAuthor = Pick<AuthorInfo, 'username' | 'full_name' | 'avatar'>;

/** A preview of the user's own draft, inside a page that has its own heading. */
export function DraftArticle({ draft }: { draft: ShownDraft }) {
  return <UnpublishedArticle draft={draft} author={useUser()} headingLevel={3} />;
}

type ArticleProps = { draft: ShownDraft; author: ShownAuthor | null; headingLevel: 1 | 3 };

/** An unpublished article, laid out as on the page of a post. */
export function UnpublishedArticle({ draft, author, headingLevel }: ArticleProps) {
  const Heading = headingLevel === 1 ? 'h1' : 'h3';
  return (
    <article>
      <Container width="text">
        {draft.category && <p className="font-medium text-link">{draft.category}</p>}
        <Heading
          className={classNames(
            'mt-1 font-bold tracking-tight wrap-anywhere sm:mt-2',
            headlineSize(draft.title),
          )}
        >
          {typesetText(draft.title)}
        </Heading>
        <Standfirst text={draft.standfirst} />
        {author && (
          <div className="mt-3 flex items-center gap-3 border-y border-rule py-2 sm:mt-6 sm:py-3">
            <Avatar src={author.avatar} initials={initials(author)} seed={author.username} />
            <p className="text-sm font-semibold wrap-anywhere">{displayName(author)}</p>
          </div>
        )}
      </Container>
      {draft.image && (
        <Container width="wide" className="mt-4 max-sm:px-0 sm:mt-8">
          <ArticleCover post={{ ...draft, image_info: draft.image_info ?? null }} />
        </Container>
      )}
      <Container width="text" className="mt-5 sm:mt-8">
        <ArticleBody html={renderedHtml(draft)} />
      </Container>
    </article>
  );
}
