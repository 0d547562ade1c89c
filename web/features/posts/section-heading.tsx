import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import * as postListMessages from '#locales/ru/post-list.ts';

type HeadingProps = {
  id: string;
  title: string;
  /** The page with the full list; `linkLabel` names it for screen readers. */
  to?: string;
  linkLabel?: string;
};

/** The link beside a heading to the full list, without the arrow where a long heading needs the room. */
export const SeeAllLink = ({ to, label }: { to: string; label: string | undefined }) => (
  <Link
    to={to}
    viewTransition
    aria-label={label}
    className="inline-flex min-h-6 shrink-0 items-center gap-1 text-sm font-medium text-link hover:text-link-hover hover:underline pointer-coarse:min-h-11"
  >
    {postListMessages.seeAll}
    <ArrowRight aria-hidden className="hidden size-4 sm:block" />
  </Link>
);

/** The heading of a front page section, with a link to the full list. */
export function SectionHeading({ id, title, to, linkLabel }: HeadingProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t-3 border-ink pt-3 pb-2">
      <h2 id={id} className="text-xl font-bold sm:text-2xl">
        {title}
      </h2>
      {to && <SeeAllLink to={to} label={linkLabel} />}
    </div>
  );
}
