import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import { about, contactByMail } from '#locales/ru/about.ts';
import { apiContext } from '#web/api/context.ts';
import { DocumentPage } from '#web/features/site/document-page.tsx';
import { SiteStatsPanel } from '#web/features/site/site-stats.tsx';
import { identityOf, pageMeta } from '#web/shell/page-meta.ts';
import { useSite } from '#web/shell/site-identity.ts';
import { Container } from '#web/ui/container.tsx';

/** The page is worth reading without its figures. */
const load = ({ context }: LoaderFunctionArgs) =>
  context
    .get(apiContext)
    .call('getSiteFigures', { suppressToastFor: [0, 429, 500, 503] })
    .catch(() => null);
export const loader = load;
export const clientLoader = load;

export const meta = ({ matches }: MetaArgs) => {
  const { name: site } = identityOf(matches);
  const description = interpolate(about.description, { site });
  return pageMeta({ ...about, description, path: '/about', matches });
};

export default function About() {
  const stats = useLoaderData<typeof load>();
  const site = useSite();
  const document = { ...about, lead: interpolate(about.lead, { site: site.name }) };
  return (
    <>
      <DocumentPage document={document} />
      {site.email && (
        <Container width="text" className="article -mt-8 pb-16">
          <p>
            {contactByMail} <a href={`mailto:${site.email}`}>{site.email}</a>
          </p>
        </Container>
      )}
      {stats && (
        <Container width="text" className="-mt-8 pb-16">
          <SiteStatsPanel stats={stats} />
        </Container>
      )}
    </>
  );
}
