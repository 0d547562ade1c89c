import * as homeMessages from '#locales/ru/home.ts';
import { useUser } from '#web/api/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';

/** Tells guests what the site is, in one line. */
export function SiteLine() {
  if (useUser()) return null;
  return <p className="text-soft restoring:hidden">{homeMessages.intro}</p>;
}

/** Invites guests to register, as a band at the end of the front page. */
export function Invitation() {
  if (useUser()) return null;
  return (
    <section aria-labelledby="invitation" className="closing-band bg-sunk restoring:hidden">
      <Container className="flex flex-wrap items-center justify-between gap-x-12 gap-y-4 py-6">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id="invitation" className="text-xl font-bold">
            {homeMessages.invite}
          </h2>
          <p className="mt-1 max-w-text text-soft">{homeMessages.inviteText}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/register">{homeMessages.join}</ButtonLink>
          <ButtonLink to="/login" variant="secondary">
            {homeMessages.haveAccount}
          </ButtonLink>
        </div>
      </Container>
    </section>
  );
}
