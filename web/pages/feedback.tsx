import type { MetaArgs } from 'react-router';
import * as feedbackMessages from '#locales/ru/feedback.ts';
import { FeedbackForm } from '#web/features/site/feedback-form.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Container } from '#web/ui/container.tsx';
import { Notice } from '#web/ui/notice.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: feedbackMessages.title,
    description: feedbackMessages.description,
    path: '/feedback',
    matches,
  });

export default function Feedback() {
  return (
    <Container>
      <div className="mx-auto flex max-w-form flex-col gap-6 py-8 sm:py-12">
        <header>
          <h1 className="text-4xl font-bold">{feedbackMessages.title}</h1>
          <p className="mt-3 text-lg text-soft">{feedbackMessages.intro}</p>
        </header>
        <div className="without-script">
          <Notice>{feedbackMessages.needsScript}</Notice>
        </div>
        <FeedbackForm />
      </div>
    </Container>
  );
}
