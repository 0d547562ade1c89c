import { useRouteLoaderData } from 'react-router';
import { settingMeta } from '#web/offline/offline-settings.ts';
import { useSite } from './site-identity.ts';

type Mark = { name: string; content: string };

/** Icons, manifest and search for browsers, marks of ownership for search engines. They read the HTML, so this is rendered on the server only. */
export function HeadLinks() {
  const { name, hasOfflineReading } = useSite();
  const root = useRouteLoaderData<{ verificationMarks?: Mark[] }>('root');
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="search" type="application/opensearchdescription+xml" title={name} href="/opensearch.xml" />
      {hasOfflineReading !== null && <meta name={settingMeta} content={hasOfflineReading ? 'on' : 'off'} />}
      <meta name="application-name" content={name} />
      <meta name="apple-mobile-web-app-title" content={name} />
      {root?.verificationMarks?.map((mark) => (
        <meta key={mark.name} {...mark} />
      ))}
      {/* The paper of both themes in `tokens.css`. */}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f4" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#171513" />
    </>
  );
}
