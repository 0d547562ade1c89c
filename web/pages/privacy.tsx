import type { MetaArgs } from 'react-router';
import { privacy } from '#locales/ru/privacy.ts';
import { DocumentPage } from '#web/features/site/document-page.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ ...privacy, path: '/privacy', matches });

export default function Privacy() {
  return <DocumentPage document={privacy} />;
}
