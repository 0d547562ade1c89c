import { Link, useNavigate } from 'react-router';
import * as notFoundMessages from '#locales/ru/not-found.ts';
import { useSession } from '#web/api/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';

/** The content of a missing page; the loader sets the HTTP status 404. */
export function NotFoundScreen() {
  const session = useSession();
  const navigate = useNavigate();

  function goBack() {
    // A tab opened on this page has no history.
    if (window.history.length > 1) void navigate(-1);
    else void navigate('/');
  }

  return (
    <Container width="wide" className="py-16 sm:py-24">
      <div className="grid gap-8 border-t-3 border-ink pt-8 sm:grid-cols-[auto_1fr] sm:gap-12">
        <p className="font-serif text-6xl font-bold text-accent tabular-nums sm:text-[7rem] sm:leading-none">
          {notFoundMessages.code}
        </p>
        <div>
          <h1 className="text-3xl font-bold sm:text-4xl">{notFoundMessages.title}</h1>
          <p className="mt-3 max-w-form text-lg text-soft">{notFoundMessages.text}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink to="/">{notFoundMessages.toHome}</ButtonLink>
            <Button variant="secondary" onClick={goBack} className="needs-script">
              {notFoundMessages.back}
            </Button>
          </div>
          <h2 className="mt-10 text-base font-sans font-medium text-soft">{notFoundMessages.maybe}</h2>
          <ul className="mt-1 flex flex-wrap gap-x-6">
            <Suggestion to="/posts">{notFoundMessages.allPosts}</Suggestion>
            <Suggestion to="/categories">{notFoundMessages.categories}</Suggestion>
            {session.status === 'user' && (
              <Suggestion to="/posts/create">{notFoundMessages.createPost}</Suggestion>
            )}
          </ul>
        </div>
      </div>
    </Container>
  );
}

function Suggestion({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link
        to={to}
        viewTransition
        className="inline-flex min-h-8 items-center text-link underline hover:text-link-hover pointer-coarse:min-h-11"
      >
        {children}
      </Link>
    </li>
  );
}
