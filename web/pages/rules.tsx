import type { MetaArgs } from 'react-router';
import { rules } from '#text/ru/rules.ts';
import { DocumentPage } from '#web/features/site/document-page.tsx';
import { pageMeta } from '#web/shell/titles.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ ...rules, path: '/rules', matches });

export default function Rules() {
  return <DocumentPage document={rules} />;
}
