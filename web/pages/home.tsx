import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { weekdayAndDay } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as homeMessages from '#locales/ru/home.ts';
import { apiContext } from '#web/api/context.ts';
import { FrontPageSections, toListedFrontPage } from '#web/features/posts/front-page.tsx';
import { identityOf, pageMeta, siteOrigin, socialLinksOf } from '#web/shell/page-meta.ts';
import { useSite } from '#web/shell/site-identity.ts';
import { siteThings, structuredData } from '#web/shell/structured-data.ts';
import { Invitation, SiteLine } from '#web/shell/welcome.tsx';
import { Container } from '#web/ui/container.tsx';
import { EmptyState } from '#web/ui/notice.tsx';

const load = async ({ context }: LoaderFunctionArgs) =>
  toListedFrontPage(await context.get(apiContext).call('getFrontPage'));
export const loader = load;
export const clientLoader = load;

export const meta = ({ matches }: MetaArgs<typeof load>) => {
  const tags = pageMeta({
    title: homeMessages.title,
    description: homeMessages.description,
    path: '/',
    matches,
  });
  const origin = siteOrigin(matches);
  if (!import.meta.env.SSR || origin === null) return tags;
  return [...tags, structuredData(siteThings({ site: identityOf(matches), origin }, socialLinksOf(matches)))];
};

export default function Home() {
  const page = useLoaderData<typeof load>();
  const isEmpty = !page.lead && page.pinned.length === 0;
  return (
    <>
      <Container className="pt-3 pb-10 sm:pt-4">
        <div className="mb-4 flex flex-wrap items-baseline gap-x-6 border-b border-rule pb-2 text-sm">
          <h1 className="font-sans font-semibold tracking-normal">
            <span className="sr-only">{interpolate(homeMessages.heading, { site: useSite().name })} </span>
            <time dateTime={page.arrangedAt}>{weekdayAndDay(page.arrangedAt)}</time>
          </h1>
          <SiteLine />
        </div>
        {isEmpty && <EmptyState title={homeMessages.emptyTitle} text={homeMessages.emptyText} />}
        <FrontPageSections page={page} />
      </Container>
      <Invitation />
    </>
  );
}
