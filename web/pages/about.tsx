import type { MetaArgs } from 'react-router';
import { about } from '#locales/ru/about.ts';
import { DocumentPage } from '#web/features/site/document-page.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ ...about, path: '/about', matches });

export default function About() {
  return <DocumentPage document={about} />;
}
