import type { MetaArgs } from 'react-router';
import { rules } from '#locales/ru/rules.ts';
import { DocumentPage } from '#web/features/site/document-page.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ ...rules, path: '/rules', matches });

export default function Rules() {
  return <DocumentPage document={rules} />;
}
