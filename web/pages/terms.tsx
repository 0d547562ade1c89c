import type { MetaArgs } from 'react-router';
import { terms } from '#locales/ru/terms.ts';
import { DocumentPage } from '#web/features/site/document-page.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ ...terms, path: '/terms', matches });

export default function Terms() {
  return <DocumentPage document={terms} />;
}
