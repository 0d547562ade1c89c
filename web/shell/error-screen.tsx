import { useRevalidator } from 'react-router';
import * as siteMessages from '#locales/ru/site.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';

/** Shown for a page that failed; «Повторить» reloads its data. */
export function ErrorScreen({ isUnavailable }: { isUnavailable: boolean }) {
  const { revalidate, state } = useRevalidator();
  return (
    <Container width="text" className="flex flex-col items-start gap-4 py-16 sm:py-24">
      <h1 className="text-3xl sm:text-4xl">
        {isUnavailable ? siteMessages.unavailableTitle : siteMessages.errorTitle}
      </h1>
      <p className="text-lg text-soft">{siteMessages.errorText}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button busy={state === 'loading'} onClick={() => void revalidate()} className="needs-script">
          {siteMessages.retry}
        </Button>
        <ButtonLink to="/" variant="secondary">
          {siteMessages.toHome}
        </ButtonLink>
      </div>
    </Container>
  );
}
