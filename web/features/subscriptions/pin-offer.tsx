import Pin from 'lucide-react/icons/pin';
import type { UserProfile } from '#contract/auth.ts';
import { displayName, initials } from '#locales/person.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { useUser } from '#web/api/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';

/** What a subscription gives: one offer, with a picture of a list that begins with the reader's own post. */
export function PinOffer() {
  const user = useUser();
  return (
    <section aria-labelledby="benefits" className="border-t-3 border-ink pt-4">
      <h2 id="benefits" className="text-2xl font-bold">
        {subscriptionPageMessages.benefits}
      </h2>
      <div className="mt-5 grid items-center gap-x-12 gap-y-6 sm:grid-cols-2">
        <div className="flex gap-4">
          <Pin aria-hidden className="mt-1 size-6 shrink-0 text-accent" strokeWidth={1.5} />
          <div>
            <h3 className="text-xl font-semibold">{subscriptionPageMessages.benefit}</h3>
            <p className="mt-2 text-soft">{subscriptionPageMessages.benefitText}</p>
            <p className="mt-2 text-sm text-muted">{subscriptionPageMessages.benefitRotation}</p>
          </div>
        </div>
        {user && <PinPicture user={user} />}
      </div>
    </section>
  );
}

/** A drawn list of posts: the first is the reader's own and pinned, the others are lines. */
function PinPicture({ user }: { user: UserProfile }) {
  return (
    <figure>
      <div aria-hidden className="overflow-hidden rounded-md border border-rule bg-paper select-none">
        <div className="border-l-4 border-accent bg-raised p-4 shadow-popup">
          <Badge>
            <Pin className="size-3.5" />
            {postListMessages.pinned}
          </Badge>
          <p className="mt-2 font-serif text-xl font-semibold">{subscriptionPageMessages.pictureTitle}</p>
          <p className="mt-3 flex items-center gap-2 text-sm text-soft">
            <Avatar
              src={user.avatar}
              info={user.avatar_info}
              initials={initials(user)}
              seed={user.username}
              size="sm"
            />
            <span className="truncate">{displayName(user)}</span>
          </p>
        </div>
        <OtherPost titleClassName="w-4/5" />
        <OtherPost titleClassName="w-3/5" />
      </div>
      <figcaption className="mt-2 text-sm text-muted">{subscriptionPageMessages.pictureCaption}</figcaption>
    </figure>
  );
}

const OtherPost = ({ titleClassName }: { titleClassName: string }) => (
  <div className="flex flex-col gap-2 border-t border-rule p-4">
    <span className={`h-4 rounded-sm bg-rule ${titleClassName}`} />
    <span className="h-2.5 w-full rounded-sm bg-sunk" />
    <span className="h-2.5 w-1/3 rounded-sm bg-sunk" />
  </div>
);
