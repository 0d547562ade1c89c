import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { Container } from '#web/ui/container.tsx';
import { Notice } from '#web/ui/notice.tsx';

type AuthPageProps = {
  heading: string;
  /** A link to the related page, such as registration on the login page. */
  alternative?: ReactNode;
  /** The message for a browser without JavaScript. */
  needsScript: string;
  children: ReactNode;
};

/** The narrow layout of login, registration and the pages that e-mails link to. */
export function AuthPage({ heading, alternative, needsScript, children }: AuthPageProps) {
  return (
    <Container>
      <div className="mx-auto flex max-w-form flex-col gap-6 py-10 sm:py-16">
        <header className="flex flex-col items-center gap-3 text-center">
          <Lock aria-hidden className="size-8 text-accent" strokeWidth={1.5} />
          <h1 className="text-3xl sm:text-4xl">{heading}</h1>
          {alternative && <p>{alternative}</p>}
        </header>
        <div className="without-script">
          <Notice>{needsScript}</Notice>
        </div>
        {children}
      </div>
    </Container>
  );
}
