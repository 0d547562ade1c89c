import type { MetaArgs } from 'react-router';
import * as offlineMessages from '#locales/ru/offline.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { useSite } from '#web/shell/site-identity.ts';
import { Container } from '#web/ui/container.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: offlineMessages.title,
    description: offlineMessages.description,
    path: '/offline',
    isHidden: true,
    matches,
  });

/** Shown without a service worker: with one, the worker responds with the list of saved articles. */
export default function Offline() {
  const { hasOfflineReading } = useSite();
  return (
    <Container width="text" className="pt-8 pb-16 sm:pt-12">
      <h1 className="text-4xl font-bold sm:text-5xl">{offlineMessages.title}</h1>
      <p className="mt-4 text-lg text-soft">
        {hasOfflineReading ? offlineMessages.lead : offlineMessages.switchedOff}
      </p>
      {hasOfflineReading && <p className="mt-3">{offlineMessages.none}</p>}
      <p className="mt-6">
        <TextLink to="/posts">{offlineMessages.allPosts}</TextLink>
      </p>
    </Container>
  );
}
