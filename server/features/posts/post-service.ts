import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { QuotaClaims } from '#server/features/quotas/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { TextJudgePort } from '#server/platform/text-moderation.ts';
import type { PinnedTitle } from './pin.ts';
import { createPostAccess } from './post-access-service.ts';
import type { PostAnalysis } from './post-analysis-service.ts';
import type { PostCounters } from './post-counter-service.ts';
import { createPostCreation } from './post-creation-service.ts';
import { createPostInputs } from './post-input-service.ts';
import { createPostRemoval } from './post-removal-service.ts';
import type { PostRenderer } from './post-render-service.ts';
import { lockPost } from './post-store.ts';
import { createPostUpdate } from './post-update-service.ts';
import { addComments } from './post-write-store.ts';

/** Ports that later modules implement; each runs in the caller's transaction. */
export type PostEdit = {
  postId: number;
  authorId: number;
  title: string;
  editor: { id: number; username: string };
};

export type PostPorts = {
  /** The number of active comments on the post by account. */
  countComments(tx: Db, postId: number): Promise<Array<{ id: number; count: number }>>;
  /** Called when a pin ends because its post is unpublished or deleted. */
  onUnpinned(tx: Db, pinned: PinnedTitle): Promise<void>;
  /** Called when an editor changes the post of another author. */
  onEdited(tx: Db, edit: PostEdit): Promise<void>;
};

type Deps = {
  audit: Audit;
  db: Db;
  clock: Clock;
  categories: Pick<Categories, 'lock' | 'addToPostsCount'>;
  counters: PostCounters;
  media: Pick<Media, 'save'>;
  renderer: PostRenderer;
  analysis: Pick<PostAnalysis, 'analyseSoon'>;
  limits: RateLimits;
  quotas: Pick<QuotaClaims, 'checkText'>;
  accounts: Pick<Accounts, 'requireStanding'>;
  ports: PostPorts & TextJudgePort;
};

export type PostService = ReturnType<typeof createPostService>;

/** Reads and writes single posts: one file for each use case. */
export function createPostService(deps: Deps) {
  const access = createPostAccess(deps);
  const inputs = createPostInputs(deps);
  return {
    ...access,
    ...createPostCreation({ ...deps, access, inputs }),
    ...createPostUpdate({ ...deps, access, inputs }),
    ...createPostRemoval({ ...deps, access }),
    preview: inputs.preview,
    renderShared: inputs.renderShared,
    lock: lockPost,
    addComments,
  };
}
