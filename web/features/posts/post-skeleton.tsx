import * as postPageMessages from '#locales/ru/post-page.ts';
import { Container } from '#web/ui/container.tsx';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';

/** A placeholder with the layout of a post. */
export function PostSkeleton() {
  return (
    <Container width="text" className="py-8">
      <p role="status" className="sr-only">
        {postPageMessages.loading}
      </p>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="mt-4 h-12" />
      <Skeleton className="mt-2 h-12 w-2/3" />
      <Skeleton className="mt-6 h-16" />
      <SkeletonText lines={8} className="mt-8" />
    </Container>
  );
}
