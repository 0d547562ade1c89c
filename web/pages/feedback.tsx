import type { MetaArgs } from 'react-router';
import { t } from '#text/index.ts';
import { FeedbackForm } from '#web/features/site/feedback-form.tsx';
import { pageMeta } from '#web/shell/titles.ts';
import { Container } from '#web/ui/container.tsx';
import { Notice } from '#web/ui/notice.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: t('feedback.title'),
    description: t('feedback.description'),
    path: '/feedback',
    matches,
  });

export default function Feedback() {
  return (
    <Container>
      <div className="mx-auto flex max-w-form flex-col gap-6 py-8 sm:py-12">
        <header>
          <h1 className="text-4xl font-bold">{t('feedback.title')}</h1>
          <p className="mt-3 text-lg text-soft">{t('feedback.intro')}</p>
        </header>
        <div className="without-script">
          <Notice>{t('feedback.needsScript')}</Notice>
        </div>
        <FeedbackForm />
      </div>
    </Container>
  );
}
