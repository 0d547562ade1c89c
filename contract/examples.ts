import type { z } from 'zod';

/**
 * Example values of fields in the API description. The first value that the schema of the field accepts is used, so
 * that `category` is a name in lists and an id in a post.
 */
const examples: Record<string, readonly unknown[]> = {
  id: [42],
  username: ['anna'],
  email: ['anna@example.com'],
  password: ['TestPassword123!'],
  password2: ['TestPassword123!'],
  old_password: ['TestPassword123!'],
  new_password: ['AnotherPassword456!'],
  new_password2: ['AnotherPassword456!'],
  first_name: ['Анна'],
  last_name: ['Ковалёва'],
  full_name: ['Анна Ковалёва'],
  avatar: ['http://localhost:8000/media/avatars/0f8c.webp'],
  bio: ['Пишу о городе.'],
  is_staff: [false],
  is_superuser: [false],
  access: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl'],
  refresh: ['q1x0G0nq8yUu3Zc5oYw0bq7lK3mXhT2v'],
  refresh_token: ['q1x0G0nq8yUu3Zc5oYw0bq7lK3mXhT2v'],
  expires_at: ['2026-10-14T08:30:00.000Z'],
  published_slug: [null],
  token: ['Vb7kM2pX9sQ4wE6rT8yU1iO3pA5dF7gH'],

  title: ['Ночной трамвай вернулся'],
  slug: ['nochnoy-tramvay-vernulsya'],
  content: ['Трамвай снова ходит **до утра**.'],
  content_html: ['<p>Трамвай снова ходит <strong>до утра</strong>.</p>'],
  excerpt: ['Трамвай снова ходит до утра.'],
  standfirst: ['Последний вагон теперь уходит в пять утра: что изменилось для пассажиров.'],
  custom_slug: [null, 'nochnoy-tramvay'],
  image_caption: ['Трамвай на улице Мира. Фото: Анна Ковалёва'],
  image_focus: [{ x: 0.5, y: 0.4 }],
  image: ['http://localhost:8000/media/images/7ac1.webp'],
  url: ['http://localhost:8000/media/images/7ac1.webp'],
  size: [48_213],
  width: [1920],
  height: [1080],
  is_used: [true],
  image_info: [
    {
      width: 1920,
      height: 1080,
      tint: '#2f5d62',
      sources: [{ type: 'image/avif', srcset: 'http://localhost:8000/media/images/7ac1-640.avif 640w' }],
    },
  ],
  avatar_info: [null],
  category: ['Город', 3],
  category_info: [{ id: 3, name: 'Город', slug: 'gorod', color: 'teal', mark: 'city' }],
  color: ['teal'],
  mark: ['city'],
  author: [7],
  author_info: [{ id: 7, username: 'anna', full_name: 'Анна Ковалёва', avatar: null, avatar_info: null }],
  editor_info: [{ id: 7, username: 'anna', full_name: 'Анна Ковалёва', avatar: null, avatar_info: null }],
  status: ['published', 'succeeded', 'active'],
  version: [3],
  views_count: [128],
  comments_count: [4],
  posts_count: [12],
  reading_time_minutes: [2],
  comments_enabled: [true],
  is_pinned: [false, true],
  pinned_posts_count: [0],
  total_pinned: [1],
  pinned_info: [{ is_pinned: false }],
  can_pin: [false],

  hidden: [null],
  key: ['post-42'],
  writer: ['5f0c2f7d9b1e4a68a3d7c05b9e1f2a34'],
  draft_key: ['post-42'],
  draft_writer: ['5f0c2f7d9b1e4a68a3d7c05b9e1f2a34'],
  post_version: [3],

  post: [42],
  post_id: [42],
  post_title: ['Ночной трамвай вернулся'],
  post_slug: ['nochnoy-tramvay-vernulsya'],
  parent: [null],
  replies: [[]],
  replies_count: [0],
  is_reply: [false],

  count: [1],
  count_limit: [100_000],
  bytes: [48_213],
  bytes_limit: [536_870_912],
  authors_count: [5],
  categories_count: [6],
  unread_count: [1],
  up_to: [42],
  next: [null],
  previous: [null],
  publish_at: [null],
  edited_at: [null],
  at: ['2026-09-14T08:30:00.000Z'],
  by: [{ id: 2, username: 'editor', full_name: 'Вера Линёва', avatar: null, avatar_info: null }],
  arranged_at: ['2026-09-14T08:30:00.000Z'],
  created_at: ['2026-09-14T08:30:00.000Z'],
  updated_at: ['2026-09-14T08:30:00.000Z'],
  pinned_at: ['2026-09-15T10:00:00.000Z'],
  processed_at: ['2026-09-14T08:31:00.000Z'],
  start_date: ['2026-09-14T08:31:00.000Z'],
  end_date: ['2026-10-14T08:31:00.000Z'],
  from: ['2026-08-15T00:00:00.000Z'],
  to: ['2026-09-14T00:00:00.000Z'],

  user: [7, 'anna'],
  subscription: [9],
  plan: [1],
  subscription_plan_id: [1],
  plan_name: ['Premium Monthly'],
  price: ['299.00'],
  currency: ['RUB'],
  duration_days: [30],
  days_remaining: [30],
  features: [{ pin_posts: true, priority_support: true, analytics: true }],
  metadata: [{ post_id: 42, post_title: 'Ночной трамвай вернулся' }],
  action: ['post_pinned'],
  auto_renew: [false],

  amount: ['299.00'],
  payment: [5],
  payment_id: [5],
  payment_method: ['stripe'],
  is_pending: [false],
  is_partial: [false],
  created_by: [2],
  reason: ['Просьба читателя'],
  session_id: ['cs_9fK2mQ7xT4vB1nZ8'],
  checkout_url: ['http://localhost:8000/checkout/sandbox/cs_9fK2mQ7xT4vB1nZ8'],
  success_url: ['http://localhost:8000/subscription/success?session_id={CHECKOUT_SESSION_ID}'],
  cancel_url: ['http://localhost:8000/subscription/cancel'],
  success_rate: [80],
  total_payments: [10],
  successful_payments: [8],
  total_revenue: [2_392],
  monthly_payments: [2],
  monthly_revenue: [598],
  average_payment: [299],
  active_subscriptions: [6],
};

const moderationRecord = {
  at: '2026-09-14T08:30:00.000Z',
  by: { id: 2, username: 'editor', full_name: 'Вера Линёва', avatar: null, avatar_info: null },
  reason: 'Реклама',
};

const sessionId = '5f0c2f7d-9b1e-4a68-a3d7-c05b9e1f2a34';
const passkeyUser = { id: 'Nw', name: 'anna', displayName: 'Анна Ковалёва' };
const passkeyHead = { id: 'pQ3xV8mT', rawId: 'pQ3xV8mT', type: 'public-key' };
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4ifQ';
/** The beginnings of what a browser sends. */
const createdPasskey = {
  ...passkeyHead,
  response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] },
  clientExtensionResults: {},
};
const usedPasskey = {
  ...passkeyHead,
  response: { clientDataJSON, authenticatorData: 'SZYN5YgOjGh0NBcP', signature: 'MEUCIQDx' },
  clientExtensionResults: {},
};

/** An optional field that examples omit. */
const omitted = [undefined];

/** Fields whose meaning differs between tags. */
const examplesByTag: Record<string, Record<string, readonly unknown[]>> = {
  auth: {
    id: [42, sessionId],
    user: [passkeyUser],
    device: ['Firefox, Linux'],
    last_used_at: ['2026-09-15T10:00:00.000Z'],
    confirmed_until: ['2026-09-14T09:00:00.000Z'],
    new_email: ['anna.kovaleva@example.com'],
    name: ['Ноутбук'],
    second_factor_code: ['492039'],
    secret: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    uri: ['otpauth://totp/anna?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    recovery_codes: [['7kqm-2f9x-vd3p']],
    passkey: [createdPasskey, usedPasskey],
    rp: [{ id: 'localhost', name: 'Городские новости' }],
    rpId: ['localhost'],
    challenge: ['kT5r0yZ8wXq2LhVn3mBcAe'],
    pubKeyCredParams: [[{ type: 'public-key', alg: -7 }]],
    timeout: [300_000],
    excludeCredentials: [[]],
    authenticatorSelection: [{ residentKey: 'preferred', userVerification: 'required' }],
    attestation: ['none'],
    userVerification: ['required'],
  },
  users: {},
  categories: { name: ['Город'], description: ['Новости улиц и дворов'], slug: ['gorod'] },
  posts: {
    name: ['Город'],
    text: ['Исправлено время последнего рейса: пять утра, а не шесть.'],
    from: ['2026-08-16'],
    to: ['2026-09-14'],
    date: ['2026-09-14'],
    source: ['m.vk.com'],
    views: [40],
    finishes: [25],
    days: [30],
    stored_days: [400],
    previous: [null],
  },
  comments: {
    content: ['Наконец-то! Спасибо.'],
    hidden: omitted,
    post_withdrawn: omitted,
    next_after: [null],
  },
  subscriptions: {
    name: ['Premium Monthly'],
    description: ['Пост закреплён'],
    status: ['active'],
    can_pin: [true],
  },
  payments: {
    name: ['Premium Monthly'],
    refunded_amount: ['0.00'],
    refundable_amount: ['299.00'],
    is_excess: [false],
    receipt: ['succeeded'],
    month: ['2026-09'],
    failure_reason: [null],
    disputed_at: [null],
    expires_at: ['2026-09-14T09:30:00.000Z'],
    settled_at: ['2026-09-14T08:31:00.000Z'],
    received_at: ['2026-09-14T08:31:00.000Z'],
    given_up_at: [null],
    mailed_at: ['2026-09-14T08:31:00.000Z'],
    type: ['checkout.session.completed'],
    attempt: [1],
    attempts: [1],
    provider: ['stripe'],
    revenue: [598],
    refunded: [0],
    payments: [2],
    date: ['2026-09-14'],
    at_start: [5],
    lost: [1],
    ended: [1],
    rate: [20],
    description: ['Subscription to Premium Monthly'],
    message: ['Payment successful and subscription activated'],
  },
  media: { name: ['Ночной трамвай.jpg'] },
  notices: {
    title: ['Добро пожаловать'],
    text: ['Заполните профиль и напишите первый пост.'],
    links: [[{ label: 'Профиль', path: '/profile' }]],
  },
  moderation: {
    hidden: [moderationRecord],
    disabled: [moderationRecord],
    is_active: [false],
    actor: [{ id: 2, name: 'editor', role: 'administrator' }],
    address: ['198.51.100.7'],
    target: [{ kind: 'account', id: 42, name: 'anna' }],
    changes: [[{ field: 'role', before: 'reader', after: 'editor' }]],
    // A response that is no JSON.
    '': ['at;actor;action;target\n2026-09-14T08:30:00.000Z;editor;account.role;anna\n'],
  },
  site: {
    name: ['Анна Ковалёва', [{ text: 'Анна Ковалёва', is_match: true }]],
    title: [
      'Ночной трамвай вернулся',
      [
        { text: 'Ночной ', is_match: false },
        { text: 'трамвай', is_match: true },
        { text: ' вернулся', is_match: false },
      ],
    ],
    fragment: [
      [
        { text: 'Трамвай', is_match: true },
        { text: ' снова ходит до утра.', is_match: false },
      ],
    ],
    description: ['Новости города и репортажи читателей.'],
    message: ['Feedback received', 'В статье о трамвае неверно указано время последнего рейса.'],
    social_links: [['https://vk.com/news']],
    version: ['0.1.0'],
    checked_at: ['2026-09-14T08:30:00.000Z'],
    started_at: ['2026-09-14T06:00:00.000Z'],
    checks: [
      [{ name: 'database', title: 'База данных', status: 'ok', detail: 'Отвечает за 2 мс.', advice: null }],
    ],
  },
};

/** An example value of the schema; `undefined` for a value without a JSON form, such as a file. */
export function createExample(schema: z.ZodType, tag: string, name = ''): unknown {
  const candidates = examplesByTag[tag]?.[name] ?? examples[name] ?? [];
  const found = candidates.findIndex((value) => schema.safeParse(value).success);
  return found === -1 ? createExampleByType(schema as SchemaWithDef, tag, name) : candidates[found];
}

type SchemaWithDef = z.ZodType & {
  def: {
    type: string;
    shape?: Record<string, z.ZodType>;
    innerType?: z.ZodType;
    in?: z.ZodType;
    element?: z.ZodType;
    options?: readonly z.ZodType[];
    entries?: Record<string, unknown>;
    values?: readonly unknown[];
  };
};

function createExampleByType(schema: SchemaWithDef, tag: string, name: string): unknown {
  const { def } = schema;
  const exampleOfInner = (inner: z.ZodType | undefined) => inner && createExample(inner, tag, name);
  switch (def.type) {
    case 'object':
      return createObjectExample(def.shape ?? {}, tag);
    case 'array':
      return [exampleOfInner(def.element)];
    case 'optional':
      return exampleOfInner(def.innerType) ?? undefined;
    case 'nullable':
      return exampleOfInner(def.innerType) ?? null;
    case 'pipe':
      return exampleOfInner(def.in);
    case 'union':
      return exampleOfInner(def.options?.[0]);
    case 'enum':
      return Object.values(def.entries ?? {})[0];
    case 'literal':
      return def.values?.[0];
    case 'boolean':
      return true;
    case 'number':
      return [0, 1].find((value) => schema.safeParse(value).success);
    default:
      return undefined;
  }
}

function createObjectExample(shape: Record<string, z.ZodType>, tag: string): Record<string, unknown> {
  const fields = Object.entries(shape).map(
    ([name, field]) => [name, createExample(field, tag, name)] as const,
  );
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
