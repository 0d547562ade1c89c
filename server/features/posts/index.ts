import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { Markdown } from '#server/platform/markdown/markdown.ts';
import { postRoutes } from './post-routes.ts';
import { createPostService, type PostPorts, type PostService } from './post-service.ts';

export { type Post, postSlugRules } from './post.ts';

export type Posts = PostService & { operations: Operation[] };

type Deps = {
  db: Db;
  clock: Clock;
  accounts: Accounts;
  categories: Categories;
  media: Media;
  markdown: Markdown;
  ports: PostPorts;
  publicUrl: string;
};

export function createPosts({ publicUrl, ...deps }: Deps): Posts {
  const posts = createPostService(deps);
  return { ...posts, operations: postRoutes({ posts, clock: deps.clock, publicUrl }) };
}
