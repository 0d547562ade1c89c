import { Link } from 'react-router';
import { type DiscussionOrder, discussionOrders } from '#contract/query.ts';
import * as commentThreadMessages from '#locales/ru/comment-thread.ts';
import { classNames } from '#web/ui/class-names.ts';
import { discussionPath } from './thread.ts';

const labels: Record<DiscussionOrder, string> = {
  newest: commentThreadMessages.orderNewest,
  oldest: commentThreadMessages.orderOldest,
  discussed: commentThreadMessages.orderDiscussed,
};

/** The orders of a discussion, as links: the order is part of the URL. */
export function OrderLinks({ order }: { order: DiscussionOrder }) {
  return (
    <nav aria-label={commentThreadMessages.order} className="mt-6 text-sm">
      <ul className="flex flex-wrap gap-x-4">
        {discussionOrders.map((each) => (
          <li key={each}>
            <Link
              to={discussionPath(each)}
              replace
              preventScrollReset
              aria-current={each === order ? 'true' : undefined}
              className={classNames(
                'inline-flex min-h-8 items-center border-b-2 pointer-coarse:min-h-11',
                each === order
                  ? 'border-ink font-semibold'
                  : 'border-transparent text-muted hover:border-rule-strong hover:text-ink',
              )}
            >
              {labels[each]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
