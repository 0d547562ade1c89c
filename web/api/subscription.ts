import { createPersonal } from './personal.ts';

/** How the reader's subscription stands; `refresh` it after everything that may have changed it. */
export const ownSubscription = createPersonal((api) => api.call('getSubscriptionState'));
