import * as contract from '#contract/data-copy.ts';
import type { User } from '#server/platform/actor.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import type { DataCopies, DataCopy } from './data-copy-service.ts';

export function dataCopyRoutes(copies: DataCopies): Operation[] {
  /** The link works without a login, so a session that may not have a copy made does not get it. */
  const present = (copy: DataCopy | undefined, { isConfirmed }: User) => ({
    copy: copy
      ? {
          requested_at: copy.requestedAt.toISOString(),
          expires_at: copy.expiresAt?.toISOString() ?? null,
          bytes: copy.bytes,
          download_url: copy.finishedAt && isConfirmed ? copies.linkTo(copy) : null,
        }
      : null,
  });
  return [
    operation(contract.getDataCopy, {
      handle: async ({ actor }) => ok(present(await copies.find(actor), actor)),
    }),
    operation(contract.requestDataCopy, {
      handle: async ({ actor }) => ok(present(await copies.request(actor), actor)),
    }),
    operation(contract.downloadDataCopy, {
      handle: async ({ params }) => {
        const { stream, bytes } = await copies.open(params.token);
        return {
          ...ok(''),
          stream,
          headers: {
            'content-length': String(bytes),
            'content-disposition': 'attachment; filename="my-data.zip"',
            'cache-control': 'private, no-store',
          },
        };
      },
    }),
  ];
}
