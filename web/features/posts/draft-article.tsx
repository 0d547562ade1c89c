import { bindShortWords } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName, initials } from '#locales/person.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { useUser } from '#web/api/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Container } from '#web/ui/container.tsx';
import { ArticleBody } from './article-body.tsx';
import { PostImage } from './post-image.tsx';
import { renderedHtml } from './rendered-html.ts';

type DraftProps = {
  draft: { title: string; content_html: string; image: string | null; category: string | null };
};

/** A preview of a draft, laid out as on the post's page. */
export function DraftArticle({ draft }: DraftProps) {
  const user = useUser();
  return (
    <article>
      <Container width="text">
        {draft.category && <p className="font-medium text-link">{draft.category}</p>}
        <h3 className="mt-2 text-3xl font-bold tracking-tight wrap-anywhere sm:text-5xl">
          {bindShortWords(draft.title)}
        </h3>
        {user && (
          <div className="mt-6 flex items-center gap-3 border-y border-rule py-3">
            <Avatar src={user.avatar} initials={initials(user)} seed={user.username} />
            <p className="text-sm font-semibold wrap-anywhere">{displayName(user)}</p>
          </div>
        )}
      </Container>
      {draft.image && (
        <Container width="wide" className="mt-8">
          <PostImage
            post={{ image: draft.image, image_info: null }}
            layout="article"
            alt={interpolate(postListMessages.imageOf, { title: draft.title })}
            isLead
          />
        </Container>
      )}
      <Container width="text" className="mt-8">
        <ArticleBody html={renderedHtml(draft)} />
      </Container>
    </article>
  );
}
