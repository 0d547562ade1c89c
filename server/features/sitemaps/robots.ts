/**
 * Pages of users and of the staff. `$` ends a path, so that `/posts/my-city` stays open. The API shows nothing that the pages do
 * not show, so a crawler that reads it only costs time.
 */
const closedPaths = [
  '/api/',
  '/staff',
  '/profile',
  '/comments/my',
  '/posts/my$',
  '/posts/my/',
  '/posts/create$',
  '/posts/*/edit$',
  '/posts/*/revisions$',
  '/posts/*/stats$',
  '/draft$',
  '/subscription/',
  '/change-password$',
  '/security$',
  '/change-email$',
  '/password-reset$',
  '/verify-email$',
  '/offline$',
];

/** Parameters that links to the site are marked with; they change nothing on a page. */
const marks = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'];
const clickIds = ['yclid', 'ysclid', 'gclid', 'fbclid', 'from'];

export const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...closedPaths.map((path) => `Disallow: ${path}`),
    `Clean-param: ${[...marks, ...clickIds].join('&')}`,
    'Clean-param: comments&after /posts/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    `Sitemap: ${publicUrl}/sitemap/news.xml`,
    '',
  ].join('\n');
