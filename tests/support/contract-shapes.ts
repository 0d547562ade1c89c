/**
 * The shapes of the API that existing clients rely on, written by hand and independent of `contract/`. A field is a kind,
 * kinds separated by `|`, or a nested shape.
 */
export type Shape = { [field: string]: string | Shape | readonly [Shape] };

const kinds: Record<string, (value: unknown) => boolean> = {
  id: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  int: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number',
  str: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  dt: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
  url: (value) => typeof value === 'string' && /^https?:\/\//.test(value),
  money: (value) => typeof value === 'string' && /^\d+\.\d\d$/.test(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  null: (value) => value === null,
};

const isKind = (value: unknown, kind: string): boolean => kinds[kind]?.(value) ?? value === kind;

/** Lists the paths at which a value does not match a shape. Additional fields are allowed. */
export function findDifferences(
  value: unknown,
  shape: string | Shape | readonly [Shape],
  path = 'answer',
): string[] {
  if (typeof shape === 'string')
    return shape.split('|').some((kind) => isKind(value, kind))
      ? []
      : [`${path} is no ${shape}: ${JSON.stringify(value)}`];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path} is no array`];
    return value.flatMap((item, index) => findDifferences(item, shape[0], `${path}[${index}]`));
  }
  if (!isKind(value, 'object')) return [`${path} is no object: ${JSON.stringify(value)}`];
  const fields = value as Record<string, unknown>;
  return Object.entries(shape).flatMap(([name, inner]) =>
    findDifferences(fields[name], inner, `${path}.${name}`),
  );
}

export const userProfile: Shape = {
  id: 'id',
  username: 'str',
  email: 'str',
  first_name: 'str',
  last_name: 'str',
  full_name: 'str',
  avatar: 'url|null',
  bio: 'str',
  created_at: 'dt',
  updated_at: 'dt',
  posts_count: 'int',
  comments_count: 'int',
  is_staff: 'bool',
  is_superuser: 'bool',
};
export const authResponse: Shape = { user: userProfile, access: 'str', refresh: 'str', message: 'str' };
export const category: Shape = {
  id: 'id',
  name: 'str',
  slug: 'str',
  description: 'str',
  posts_count: 'int',
  created_at: 'dt',
};
const authorInfo: Shape = { id: 'int', username: 'str', full_name: 'str', avatar: 'url|null' };
const postFields: Shape = {
  id: 'id',
  title: 'str',
  slug: 'str',
  content: 'str',
  image: 'url|null',
  category_info: 'object|null',
  author: 'id',
  author_info: authorInfo,
  status: 'draft|published',
  created_at: 'dt',
  updated_at: 'dt',
  views_count: 'int',
  comments_count: 'int',
  is_pinned: 'bool',
  pinned_info: { is_pinned: 'bool' },
  reading_time_minutes: 'int',
};
export const postListItem: Shape = { ...postFields, category: 'str|null', excerpt: 'str' };
export const postDetail: Shape = {
  ...postFields,
  category: 'id|null',
  can_pin: 'bool',
  content_html: 'str',
  version: 'int',
  comments_enabled: 'bool',
};
export const comment: Shape = {
  id: 'id',
  content: 'str',
  author: 'id|null',
  author_info: authorInfo,
  post: 'id',
  parent: 'id|null',
  is_active: 'bool',
  replies_count: 'int',
  is_reply: 'bool',
  created_at: 'dt',
  updated_at: 'dt',
  post_title: 'str',
  post_slug: 'str',
};
export const commentDetail: Shape = { ...comment, replies: 'array' };
export const plan: Shape = {
  id: 'id',
  name: 'str',
  price: 'money',
  currency: 'str',
  duration_days: 'id',
  features: 'object',
  is_active: 'bool',
  created_at: 'dt',
};
export const subscription: Shape = {
  id: 'id',
  user: 'id',
  user_info: { id: 'id', username: 'str', full_name: 'str', email: 'str' },
  plan: 'id',
  plan_info: plan,
  status: 'active|expired|cancelled|pending',
  start_date: 'dt',
  end_date: 'dt',
  auto_renew: 'bool',
  is_active: 'bool',
  days_remaining: 'int',
  created_at: 'dt',
  updated_at: 'dt',
};
export const pinnedPost: Shape = {
  id: 'id',
  post: 'id',
  post_info: {
    id: 'id',
    title: 'str',
    slug: 'str',
    content: 'str',
    image: 'url|null',
    views_count: 'int',
    created_at: 'dt',
  },
  pinned_at: 'dt',
};
export const pinListItem: Shape = {
  id: 'id',
  title: 'str',
  slug: 'str',
  content: 'str',
  image: 'url|null',
  category: 'str|null',
  author: { id: 'id', username: 'str', full_name: 'str' },
  views_count: 'int',
  comments_count: 'int',
  created_at: 'dt',
  pinned_at: 'dt',
  is_pinned: 'bool',
};
export const historyEntry: Shape = {
  id: 'id',
  action: 'created|activated|renewed|cancelled|expired|payment_failed|post_pinned|post_unpinned',
  description: 'str',
  metadata: 'object',
  created_at: 'dt',
};
export const subscriptionStatus: Shape = {
  has_subscription: 'bool',
  is_active: 'bool',
  subscription: 'object|null',
  pinned_post: 'object|null',
  can_pin_posts: 'bool',
};
export const payment: Shape = {
  id: 'id',
  user: 'id',
  user_info: { id: 'id', username: 'str', email: 'str' },
  subscription: 'id|null',
  subscription_info: 'object|null',
  plan: 'id',
  plan_name: 'str',
  amount: 'money',
  refunded_amount: 'money',
  currency: 'str',
  status: 'pending|processing|succeeded|failed|cancelled|refunded',
  payment_method: 'sandbox|stripe|yookassa',
  description: 'str',
  is_successful: 'bool',
  is_pending: 'bool',
  can_be_refunded: 'bool',
  created_at: 'dt',
  updated_at: 'dt',
  processed_at: 'dt|null',
};
export const refund: Shape = {
  id: 'id',
  payment: 'id',
  payment_info: { id: 'id', amount: 'money', currency: 'str', status: 'str', user: 'str' },
  amount: 'money',
  reason: 'str',
  status: 'pending|succeeded|failed|cancelled',
  is_partial: 'bool',
  created_by: 'id|null',
  created_by_info: 'object|null',
  created_at: 'dt',
  processed_at: 'dt|null',
};
export const analytics: Shape = {
  total_payments: 'int',
  successful_payments: 'int',
  success_rate: 'number',
  total_revenue: 'number',
  monthly_revenue: 'number',
  monthly_payments: 'int',
  average_payment: 'number',
  active_subscriptions: 'int',
  period: { from: 'dt', to: 'dt' },
};
export const pageOf = (item: Shape): Shape => ({
  count: 'int',
  next: 'url|null',
  previous: 'url|null',
  results: [item],
});
