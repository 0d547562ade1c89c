import { createPerUserQuery } from './per-user-query.ts';

/** The state of the user's subscription. Call `refresh` after every action that may have changed it. */
export const subscriptionQuery = createPerUserQuery((api) => api.call('getSubscriptionState'));
