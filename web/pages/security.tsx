import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData, useRevalidator } from 'react-router';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { apiContext } from '#web/api/context.ts';
import { useUser } from '#web/api/use-session.ts';
import { createUserLoader } from '#web/api/user-loader.ts';
import { createPasskey, hasPasskeys } from '#web/features/auth/passkey.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { EmailSection } from '#web/features/security/email-section.tsx';
import { PasskeySection } from '#web/features/security/passkey-section.tsx';
import { RecoveryCodes } from '#web/features/security/recovery-codes.tsx';
import { RecoverySection } from '#web/features/security/recovery-section.tsx';
import { Section } from '#web/features/security/section.tsx';
import { SessionSection } from '#web/features/security/session-section.tsx';
import { TotpSection } from '#web/features/security/totp-section.tsx';
import { ListPagination } from '#web/lists/list-pagination.tsx';
import { pageCountOf, pageUrl, parsePage } from '#web/lists/page-number.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { useSite } from '#web/shell/site-identity.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const path = '/security';
const pageSize = 20;

/** The server renders as a guest, who has no account. */
export const loader = () => null;

const load = createUserLoader(async ({ context, request }: ClientLoaderFunctionArgs) => {
  const api = context.get(apiContext);
  const page = parsePage(new URL(request.url).searchParams);
  const [security, { results, count }] = await Promise.all([
    api.call('getSecurity'),
    api.call('listSessions', { query: { page, page_size: pageSize } }),
  ]);
  return { security, sessions: results, count, page };
});
export const clientLoader = load;

export const meta = ({ matches }: MetaArgs<typeof load>) =>
  pageMeta({
    title: securityPageMessages.title,
    description: securityPageMessages.description,
    path,
    isHidden: true,
    matches,
  });

export default function Security() {
  const loaded = useLoaderData<typeof load>();
  return (
    <Container className="py-8 sm:py-12">
      <h1 className="text-3xl sm:text-4xl">{securityPageMessages.title}</h1>
      <p className="mt-2 mb-8 text-soft">{securityPageMessages.lead}</p>
      <RequireUser fallback={<Placeholder />}>
        {loaded ? <OwnSecurity {...loaded} /> : <Placeholder />}
      </RequireUser>
    </Container>
  );
}

type Loaded = NonNullable<Awaited<ReturnType<typeof load>>>;

function OwnSecurity({ security, sessions, count, page }: Loaded) {
  const user = useUser();
  const { name: siteName } = useSite();
  const { revalidate } = useRevalidator();
  const [codes, setCodes] = useState<string[]>([]);
  if (!user) return null;

  function reload(newCodes: string[] = []): void {
    if (newCodes.length > 0) setCodes(newCodes);
    // The profile in the session says whether the account has a second factor.
    void getBrowserClient().session.syncWithCookies();
    void revalidate();
  }

  return (
    <>
      {security.needs_second_factor && !security.has_second_factor && (
        <div className="mb-8">
          <Notice>{securityPageMessages.setupNotice}</Notice>
        </div>
      )}
      {codes.length > 0 && (
        <div className="mb-8">
          <RecoveryCodes codes={codes} siteName={siteName} onDone={() => setCodes([])} />
        </div>
      )}
      <TotpSection enabledAt={security.totp_enabled_at} onEnabled={reload} onDisabled={reload} />
      <PasskeySection
        passkeys={security.passkeys}
        isSupported={hasPasskeys}
        create={createPasskey}
        onAdded={reload}
        onChanged={reload}
      />
      {security.has_second_factor && (
        <RecoverySection codesLeft={security.recovery_codes_left} onCreated={reload} />
      )}
      <SessionSection
        sessions={sessions}
        count={count}
        pages={
          <ListPagination
            page={page}
            pageCount={pageCountOf(count, pageSize)}
            hrefOf={(number) => pageUrl(path, number)}
          />
        }
        onChanged={reload}
      />
      <EmailSection
        email={user.email}
        isVerified={user.email_verified}
        change={security.email_change}
        onChanged={reload}
      />
      <Section title={securityPageMessages.passwordHeading} text={securityPageMessages.passwordText}>
        <ButtonLink to="/change-password" variant="secondary">
          {securityPageMessages.passwordChange}
        </ButtonLink>
      </Section>
    </>
  );
}

function Placeholder() {
  return (
    <LoadingFallback needsScript={securityPageMessages.needsScript} loading={securityPageMessages.loading}>
      <SkeletonText lines={10} />
    </LoadingFallback>
  );
}
