import { useEffect } from 'react';
import { type MetaArgs, useLoaderData, useLocation } from 'react-router';
import * as profileMessages from '#locales/ru/profile.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useUser } from '#web/api/use-session.ts';
import { createUserLoader } from '#web/api/user-loader.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { ResendButton } from '#web/features/auth/resend-button.tsx';
import { AccountDetails } from '#web/features/profile/account-details.tsx';
import { DataCopySection } from '#web/features/profile/data-copy-section.tsx';
import { DeleteAccountSection } from '#web/features/profile/delete-account-section.tsx';
import { ProfileForm } from '#web/features/profile/profile-form.tsx';
import { ProfileLinks } from '#web/features/profile/profile-links.tsx';
import { SavedArticlesSection } from '#web/features/profile/saved-articles-section.tsx';
import { UsageSection } from '#web/features/profile/usage-section.tsx';
import { logout } from '#web/shell/logout.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { useSite } from '#web/shell/site-identity.ts';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';

/** The server renders as a guest, who has no usage. */
export const loader = () => null;

/** The profile is shown even when its usage fails to load. */
const load = createUserLoader(async () => ({
  usage: await getBrowserClient()
    .silentApi.call('getUsage')
    .catch(() => null),
}));
export const clientLoader = load;

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: profileMessages.title,
    description: profileMessages.description,
    path: '/profile',
    isHidden: true,
    matches,
  });

export default function Profile() {
  return (
    <Container width="wide" className="py-8 sm:py-12">
      <h1 className="border-b-4 border-double border-rule-strong pb-4 text-3xl sm:text-4xl">
        {profileMessages.heading}
      </h1>
      <RequireUser fallback={<Placeholder />}>
        <OwnProfile />
      </RequireUser>
    </Container>
  );
}

function OwnProfile() {
  const user = useUser();
  const loaded = useLoaderData<typeof load>();
  const { hasOfflineReading } = useSite();
  useFreshCounters();
  if (!user) return null;
  return (
    <div className="mt-8 grid gap-12 lg:grid-cols-[1fr_17rem] lg:gap-16">
      <ProfileForm key={user.id} user={user} />
      <div className="flex flex-col gap-10">
        <AccountDetails user={user} resend={<ResendButton email={user.email} size="sm" />} />
        {loaded && <UsageSection usage={loaded.usage} />}
        <ProfileLinks user={user} onLogout={() => void logout()} />
        {hasOfflineReading && <SavedArticlesSection />}
        <DataCopySection />
        <DeleteAccountSection user={user} />
      </div>
    </div>
  );
}

/** Reloads the profile: the session holds the counters from its start, and other pages change them. */
function useFreshCounters(): void {
  const isFirstPage = useLocation().key === 'default';
  useEffect(() => {
    if (!isFirstPage) void getBrowserClient().session.syncWithCookies();
  }, [isFirstPage]);
}

function Placeholder() {
  return (
    <div className="mt-8">
      <LoadingFallback needsScript={profileMessages.needsScript} className="flex flex-col gap-6">
        <Skeleton className="size-24" />
        <SkeletonText lines={6} />
      </LoadingFallback>
    </div>
  );
}
