import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { RuleId } from '#contract/rules.ts';
import type { ModeratedPost, ModeratedPostState } from '#contract/staff.ts';
import { countOf, dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { FrontPageControl } from './front-page-control.tsx';
import { HideControl } from './hide-control.tsx';
import { HidingDetails } from './hiding-details.tsx';
import { itemsPerPage, ModeratedList, type RowTools } from './moderated-list.tsx';
import { ModeratedRow } from './moderated-row.tsx';
import { type ModerationList, moderationPath } from './moderation-path.ts';

const maxCategories = 100;
const moderatedPostsPath = '/staff/posts';

const hide = (id: number, reason: string, rule: RuleId) =>
  getBrowserClient().api.call('hidePost', { params: { id: String(id) }, body: { reason, rule } });
const restore = (id: number) => getBrowserClient().api.call('restorePost', { params: { id: String(id) } });

type PostsProps = {
  list: ModerationList;
  states: readonly ModeratedPostState[];
  /** The text of a post that the moderator may see. */
  preview: (slug: string) => ReactNode;
};

/** All posts, for moderators to hide and restore. */
export function ModeratedPosts({ list, states, preview }: PostsProps) {
  return (
    <ModeratedList<ModeratedPost>
      base={moderatedPostsPath}
      list={list}
      states={states}
      filters={<PostFilters list={list} />}
      searchLabel={moderationMessages.searchPosts}
      emptyTitle={moderationMessages.emptyPosts}
      load={(api) =>
        api.call('listModeratedPosts', {
          query: {
            ...list,
            search: list.search || undefined,
            author: list.author ?? undefined,
            category: list.category || undefined,
            page_size: itemsPerPage,
          },
          suppressToastFor: [404],
        })
      }
      actions={{
        hide,
        restore,
        title: moderationMessages.hidePostsTitle,
        reasonHint: moderationMessages.reasonPost,
      }}
      preview={(post) => (post.withdrawn ? <p className="text-soft">{post.excerpt}</p> : preview(post.slug))}
    >
      {(post, tools) => <Row post={post} tools={tools} list={list} />}
    </ModeratedList>
  );
}

/** The category and the author that the list is limited to. */
function PostFilters({ list }: { list: ModerationList }) {
  const navigate = useNavigate();
  const { data } = useBrowserQuery('categories of posts', (api) =>
    api.call('listCategories', { query: { page_size: maxCategories } }),
  );
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={moderationMessages.category} labelHidden className="w-52">
        <Select
          value={list.category}
          onChange={({ currentTarget }) =>
            void navigate(
              moderationPath(moderatedPostsPath, { ...list, category: currentTarget.value, page: 1 }),
            )
          }
        >
          <option value="">{moderationMessages.anyCategory}</option>
          {data?.results.map(({ id, slug, name }) => (
            <option key={id} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {list.author !== null && (
        <ButtonLink
          variant="secondary"
          to={moderationPath(moderatedPostsPath, { ...list, author: null, page: 1 })}
        >
          {moderationMessages.allAuthors}
        </ButtonLink>
      )}
    </div>
  );
}

function Row({ post, tools, list }: { post: ModeratedPost; tools: RowTools; list: ModerationList }) {
  const { title } = post;
  return (
    <ModeratedRow
      tools={tools}
      name={title}
      heading={
        <h2 className="font-sans text-base font-semibold wrap-anywhere">
          {post.withdrawn ? (
            interpolate(moderationMessages.withdrawn, { title })
          ) : (
            <Link to={`/posts/${post.slug}`} viewTransition className="hover:underline">
              {title}
            </Link>
          )}
        </h2>
      }
      control={<Control post={post} onDone={tools.onChange} />}
      notes={
        <>
          <KeptOff post={post} />
          <HidingDetails hidden={post.hidden} />
        </>
      }
    >
      <div className="mt-0.5 flex flex-wrap gap-x-4 text-xs text-muted">
        <MetadataList>
          <TextLink to={authorPath(post.author_info)} className="inline-flex min-h-6 items-center">
            {displayName(post.author_info)}
          </TextLink>
          {post.publish_at
            ? interpolate(moderationMessages.publishesAt, { date: dateAndTime(post.publish_at) })
            : dateAndTime(post.created_at)}
          {post.category_info?.name}
        </MetadataList>
        {list.author === null && (
          <TextLink
            to={moderationPath(moderatedPostsPath, { ...list, author: post.author_info.id, page: 1 })}
            className="inline-flex min-h-6 items-center"
          >
            {moderationMessages.onlyAuthor}
            <span className="sr-only">: {displayName(post.author_info)}</span>
          </TextLink>
        )}
        <MetadataList className="max-sm:hidden">
          {countOf(post.views_count, nouns.view)}
          {countOf(post.comments_count, nouns.comment)}
        </MetadataList>
      </div>
    </ModeratedRow>
  );
}

function KeptOff({ post: { off_front_page: off } }: { post: ModeratedPost }) {
  if (!off) return null;
  return (
    <p className="mt-1 text-xs text-warning">
      {off.by
        ? interpolate(moderationMessages.keptOffBy, { date: dateAndTime(off.at), name: displayName(off.by) })
        : moderationMessages.keptOff}
    </p>
  );
}

function Control({ post, onDone }: { post: ModeratedPost; onDone: () => void }) {
  const { id, title, hidden } = post;
  if (hidden === null && post.status === 'draft') return null;
  return (
    <>
      {hidden === null && <FrontPageControl post={post} onDone={onDone} />}
      <HideControl
        isHidden={hidden !== null}
        texts={{
          hide: interpolate(moderationMessages.hidePost, { title }),
          restore: interpolate(moderationMessages.restorePost, { title }),
          title: moderationMessages.hidePostTitle,
          text: interpolate(moderationMessages.hidePostText, { title }),
          reasonHint: moderationMessages.reasonPost,
          hidden: moderationMessages.postHidden,
          restored: moderationMessages.postRestored,
        }}
        hide={(reason, rule) => hide(id, reason, rule)}
        restore={() => restore(id)}
        onDone={onDone}
      />
    </>
  );
}
