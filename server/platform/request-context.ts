import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from './actor.ts';

/** The caller of the current request. A job or a command has none. */
export type RequestContext = { actor: Actor; address: string };

const contexts = new AsyncLocalStorage<RequestContext>();

export const runWithContext = <Result>(context: RequestContext, work: () => Result): Result =>
  contexts.run(context, work);

export const currentContext = (): RequestContext | undefined => contexts.getStore();
