import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { about } from '#locales/ru/about.ts';
import { apiContext } from '#web/api/context.ts';
import { DocumentPage } from '#web/features/site/document-page.tsx';
import { SiteStatsPanel } from '#web/features/site/site-stats.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Container } from '#web/ui/container.tsx';

/** The page is worth reading without its figures. */
const load = ({ context }: LoaderFunctionArgs) =>
  context
    .get(apiContext)
    .call('getSiteFigures', { suppressToastFor: [0, 429, 500, 503] })
    .catch(() => null);
export const loader = load;
export const clientLoader = load;

export const meta = ({ matches }: MetaArgs) => pageMeta({ ...about, path: '/about', matches });

export default function About() {
  const stats = useLoaderData<typeof load>();
  return (
    <>
      <DocumentPage document={about} />
      {stats && (
        <Container width="text" className="-mt-8 pb-16">
          <SiteStatsPanel stats={stats} />
        </Container>
      )}
    </>
  );
}
