import { Link } from 'react-router';
import type { PostRevision } from '#contract/posts.ts';
import { dateAndTime } from '#locales/format.ts';
import { displayName } from '#locales/person.ts';
import * as revisionsMessages from '#locales/ru/revisions.ts';
import { classNames } from '#web/ui/class-names.ts';

type ListProps = {
  revisions: readonly PostRevision[];
  /** The current version of the post. */
  currentVersion: number;
  selected: number | null;
  hrefOf: (version: number) => string;
};

/** The revisions of a post, newest first, to select from. */
export function VersionList({ revisions, currentVersion, selected, hrefOf }: ListProps) {
  return (
    <nav aria-label={revisionsMessages.versions}>
      <ol className="max-h-80 divide-y divide-rule overflow-y-auto border-y border-rule lg:max-h-none">
        {revisions.map((revision) => (
          <li key={revision.version}>
            {revision.version === currentVersion ? (
              <div className="border-l-3 border-transparent px-3 py-3">
                <p className="text-sm font-semibold">{revisionsMessages.present}</p>
                <RevisionMeta revision={revision} />
              </div>
            ) : (
              <Link
                to={hrefOf(revision.version)}
                preventScrollReset
                aria-current={revision.version === selected ? 'true' : undefined}
                className={classNames(
                  'block border-l-3 px-3 py-3 hover:bg-sunk',
                  revision.version === selected ? 'border-accent bg-sunk' : 'border-transparent',
                )}
              >
                <RevisionMeta revision={revision} isLink />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function RevisionMeta({ revision, isLink }: { revision: PostRevision; isLink?: boolean }) {
  const { created_at: at, editor_info: editor } = revision;
  return (
    <>
      <p className={classNames('text-sm tabular-nums', isLink && 'font-medium')}>
        <time dateTime={at}>{dateAndTime(at)}</time>
      </p>
      <p className="text-xs text-muted wrap-anywhere">
        {editor ? displayName(editor) : revisionsMessages.byNobody}
      </p>
    </>
  );
}
