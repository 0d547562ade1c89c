import * as contract from '#contract/corrections.ts';
import { created, noContent, type Operation, operation } from '#server/platform/http/operation.ts';
import type { PostCorrections } from './correction-service.ts';
import { presentCorrection } from './post-presenter.ts';
import type { PostService } from './post-service.ts';

type Deps = { posts: Pick<PostService, 'getForEdit'>; corrections: PostCorrections };

export function correctionRoutes({ posts, corrections }: Deps): Operation[] {
  return [
    operation(contract.createCorrection, {
      load: ({ actor, params }) => posts.getForEdit(actor, params.slug),
      handle: ({ actor, body, commitResponse }, post) =>
        corrections.add(actor, post, body.text, (tx, { isWaiting, ...correction }) =>
          commitResponse(
            tx,
            created({ ...presentCorrection(correction), ...(isWaiting && { is_waiting: true as const }) }),
            { kind: 'correction', id: correction.id },
          ),
        ),
    }),
    operation(contract.deleteCorrection, {
      load: ({ actor, params }) => posts.getForEdit(actor, params.slug),
      handle: async ({ actor, params }, post) => {
        await corrections.remove(actor, post, params.id);
        return noContent();
      },
    }),
  ];
}
