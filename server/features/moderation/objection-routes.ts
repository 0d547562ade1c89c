import * as contract from '#contract/objections.ts';
import type { Clock } from '#server/platform/clock.ts';
import { created, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { presentDecision, presentStaffObjection } from './decision-presenter.ts';
import type { Objections, StaffObjection } from './objection-service.ts';

type Deps = { objections: Objections; clock: Clock; publicUrl: string };

export function objectionRoutes({ objections, clock, publicUrl }: Deps): Operation[] {
  const present = (found: StaffObjection) => presentStaffObjection(found, { now: clock.now(), publicUrl });
  return [
    operation(contract.createObjection, {
      load: ({ actor, params }) => objections.getOwn(actor, params.id),
      handle: async ({ actor, body }, decision) =>
        created(presentDecision(await objections.object(actor, decision, body.text), clock.now())),
    }),
    operation(contract.listObjections, {
      handle: async ({ actor, query, path, rawQuery }) => {
        const found = await objections.list(actor, query);
        return ok({
          count: found.count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count),
          results: found.objections.map(present),
        });
      },
    }),
    operation(contract.decideObjection, {
      load: ({ actor, params }) => objections.get(actor, params.id),
      handle: async ({ actor, body }, found) => ok(present(await objections.decide(actor, found, body))),
    }),
  ];
}
