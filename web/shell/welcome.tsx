import * as homeMessages from '#locales/ru/home.ts';
import { useUser } from '#web/api/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';

/** The heading of the front page, with a description of the site. */
export function Welcome() {
  return (
    <div className="mb-6 flex flex-col gap-x-6 gap-y-1 border-b-4 border-double border-rule-strong pb-4 sm:mb-8 lg:flex-row lg:items-baseline">
      <h1 className="shrink-0 text-xl font-bold">{homeMessages.welcome}</h1>
      <p className="text-sm text-soft">{homeMessages.intro}</p>
    </div>
  );
}

/** Invites guests to register, at the end of the front page. */
export function Invitation() {
  if (useUser()) return null;
  return (
    <section aria-labelledby="invitation" className="mt-12 bg-sunk sm:mt-16">
      <Container className="grid items-center gap-6 py-10 sm:py-14 lg:grid-cols-[1fr_auto] lg:gap-16">
        <div>
          <h2 id="invitation" className="text-3xl font-bold">
            {homeMessages.invite}
          </h2>
          <p className="mt-2 max-w-text text-lg text-soft">{homeMessages.inviteText}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/register" size="lg">
            {homeMessages.join}
          </ButtonLink>
          <ButtonLink to="/login" variant="secondary" size="lg">
            {homeMessages.haveAccount}
          </ButtonLink>
        </div>
      </Container>
    </section>
  );
}
