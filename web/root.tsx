import { type ReactNode, Suspense, useContext } from 'react';
import { Links, type LoaderFunctionArgs, Meta, type MetaArgs, Outlet, Scripts } from 'react-router';
import { startOfDay } from '#locales/format.ts';
import * as siteMessages from '#locales/ru/site.ts';
import { apiContext } from '#web/api/context.ts';
import { bootScript } from './shell/boot-script.ts';
import { CategoryLinks } from './shell/category-links.tsx';
import { ErrorScreen } from './shell/error-screen.tsx';
import { Footer } from './shell/footer.tsx';
import { HeadLinks } from './shell/head-links.tsx';
import { Header } from './shell/header.tsx';
import { NavigationProgress } from './shell/navigation-progress.tsx';
import { NonceContext } from './shell/nonce.ts';
import { pageMeta } from './shell/page-meta.ts';
import { ScrollManager } from './shell/scroll.tsx';
import { SessionEvents } from './shell/session-events.tsx';
import { defaultIdentity } from './shell/site-identity.ts';
import { Toasts } from './shell/toasts.tsx';
import styles from './styles/app.css?url';
import { preloadedFonts } from './styles/font-files.ts';

const load = async ({ context, request }: LoaderFunctionArgs) => {
  const { origin } = new URL(request.url);
  // A page is worth reading without the links of its header and footer.
  const site = await context
    .get(apiContext)
    .call('getSite')
    .catch(() => null);
  return {
    origin,
    site: site
      ? {
          name: site.name,
          description: site.description,
          email: site.email,
          markColor: site.mark_color,
          hasOfflineReading: site.offline_reading,
        }
      : defaultIdentity,
    socialLinks: site?.social_links ?? [],
    areSocialLinksExamples: site?.are_social_links_examples ?? false,
    categories: site?.categories ?? [],
    verificationMarks: site?.verification_marks ?? [],
    today: startOfDay(new Date()).toISOString(),
  };
};
export const loader = load;
export const clientLoader = load;
/** The configuration and the names of the categories seldom change while a page is open. */
export const shouldRevalidate = () => false;

export const links = () =>
  preloadedFonts.map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
    href,
  }));

export const meta = ({ matches }: MetaArgs) => pageMeta({ matches });

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  return (
    <html lang="ru" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* An on-screen keyboard shrinks the page, so sticky elements stay visible above it. */}
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours, run before the first paint
          dangerouslySetInnerHTML={{ __html: bootScript }}
        />
        <Meta />
        {import.meta.env.SSR && <HeadLinks />}
        {/* Chromium paints the bar of the header when all of its buttons have arrived: each moves those before it. */}
        <link rel="expect" href="#content" blocking="render" />
        <link rel="stylesheet" href={styles} precedence="default" />
        <Links />
      </head>
      <body className="flex flex-col">
        <a className="skip-link" href="#content">
          {siteMessages.skipToContent}
        </a>
        <NavigationProgress />
        <Header />
        <CategoryLinks />
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          {/* Nothing waits in these: each comes to life by itself, and no finger waits for all of them. */}
          <Suspense>{children}</Suspense>
        </main>
        <Suspense>
          <Footer />
        </Suspense>
        <Toasts />
        <SessionEvents />
        <ScrollManager />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Errors of pages stay inside the frame (`pages/page-boundary.tsx`); this one is for the frame itself. */
export function ErrorBoundary() {
  return <ErrorScreen isUnavailable={false} />;
}
