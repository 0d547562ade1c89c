/** Slices in dependency order: a slice may import only earlier ones. Add a new slice here. */
export const sliceLevels = [
  'audit',
  'quotas',
  'media',
  'accounts',
  'categories',
  'posts',
  'comments',
  'feeds',
  'sitemaps',
  'cards',
  'stats',
  'search',
  'plans',
  'payments',
  'subscriptions',
  'notifications',
  'moderation',
  'departures',
  'imports',
  'exports',
  'site',
];

const feature = (name) => `^server/features/${name}/`;
const anyFeature = '^server/features/([^/]+)/';
const test = '[.]test[.]tsx?$';

const sliceRules = sliceLevels.flatMap((name, level) => {
  const toTheRight = sliceLevels.slice(level + 1);
  if (toTheRight.length === 0) return [];
  return [
    {
      name: `slice-order-${name}`,
      comment: `${name} may import only earlier slices; a later slice is reached through a late-bound port that compose-slices.ts fills`,
      severity: 'error',
      from: { path: feature(name), pathNot: test },
      to: { path: feature(`(${toTheRight.join('|')})`) },
    },
  ];
});

export default {
  forbidden: [
    ...sliceRules,
    {
      name: 'slice-has-an-order',
      comment: 'add the slice to sliceLevels of .dependency-cruiser.mjs: its position determines its imports',
      severity: 'error',
      from: {},
      to: { path: anyFeature, pathNot: feature(`(${sliceLevels.join('|')})`) },
    },
    {
      name: 'slice-public-api',
      comment: 'files of server/ and scripts import a slice through its index.ts only',
      severity: 'error',
      from: { path: '^(server|scripts)/', pathNot: [test, anyFeature] },
      to: { path: anyFeature, pathNot: '/index[.]ts$' },
    },
    {
      name: 'slice-public-api-only',
      comment: 'a slice imports another slice through its index.ts only',
      severity: 'error',
      from: { path: anyFeature, pathNot: test },
      to: { path: anyFeature, pathNot: ['/index[.]ts$', '^server/features/$1/'] },
    },
    {
      name: 'contract-imports-nothing',
      comment: 'the contract imports Zod and itself; messages belong to locales/, rules to the slices',
      severity: 'error',
      from: { path: '^contract/', pathNot: test },
      to: { pathNot: ['^contract/', 'node_modules/zod/'] },
    },
    {
      name: 'locales-import-nothing',
      comment: 'locales import only locales',
      severity: 'error',
      from: { path: '^locales/', pathNot: test },
      to: { pathNot: '^locales/' },
    },
    {
      name: 'platform-imports-no-feature',
      comment:
        'platform tools are independent of slices, pages and the configuration; pass values to them (types of config are allowed)',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: test },
      to: {
        path: ['^server/features/', '^web/', '^server/(?!config[.]ts$)[^/]+[.]ts$'],
      },
    },
    {
      name: 'rules-are-pure',
      comment: 'rules get rows and the time as arguments; SQL goes to the store, HTTP to the routes',
      severity: 'error',
      from: {
        path: '^server/features/[^/]+/[^/]+[.]ts$',
        pathNot: [
          test,
          '-(store|service|routes|documents|presenter|jobs|mail|filters|folder|report)[.]ts$',
          '/index[.]ts$',
          '/(passwords|access-token)[.]ts$',
        ],
      },
      to: { path: ['^server/platform/(db|http|storage|ssr)/', '-(store|service|routes|presenter)[.]ts$'] },
    },
    {
      name: 'store-is-sql-only',
      comment: 'a store imports the database and the rules of its slice: no HTTP, no other slice',
      severity: 'error',
      from: { path: `${anyFeature}.*-store[.]ts$` },
      to: { path: ['^server/platform/http/', '^server/features/'], pathNot: '^server/features/$1/' },
    },
    {
      name: 'routes-do-not-query',
      comment: 'routes and presenters use the service, not the store',
      severity: 'error',
      from: { path: '-(routes|presenter|mail)[.]ts$' },
      to: { path: ['-store[.]ts$', '^server/platform/db/(?!paging)'] },
    },
    {
      name: 'web-imports-no-server',
      comment: 'the site reaches the server through the contract and web/api only',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-knows-no-web',
      comment:
        'the server loads the built site (platform/ssr), never its sources; only colours are read, as text',
      severity: 'error',
      from: { path: '^(server|contract|locales)/' },
      to: { path: '^web/' },
    },
    {
      name: 'ui-imports-no-api',
      comment: 'primitives are independent of the product: pass texts and data as props',
      severity: 'error',
      from: { path: '^web/ui/', pathNot: test },
      to: { path: '^(contract|locales|server|web)/', pathNot: '^web/ui/' },
    },
    {
      name: 'web-api-is-data-only',
      comment: 'web/api knows the contract and the texts, and reports failures through web/ui/notify.ts',
      severity: 'error',
      from: { path: '^web/api/', pathNot: test },
      to: { path: '^(server|web)/', pathNot: ['^web/api/', '^web/ui/notify[.]ts$'] },
    },
    {
      name: 'web-shared-imports-no-feature',
      comment:
        'charts, forms, lists, paths and queries serve all features: they take values and callbacks from them',
      severity: 'error',
      from: { path: '^web/(categories|charts|forms|lists|paths|queries)/', pathNot: test },
      to: { path: '^web/(features|pages|shell)/' },
    },
    {
      name: 'web-features-keep-apart',
      comment: 'a feature receives components of other features as slots; pages combine them',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/', pathNot: test },
      to: { path: '^web/(features/(?!$1/)|pages|shell)' },
    },
    {
      name: 'shell-knows-no-pages',
      comment: 'the shell frames every page and imports none',
      severity: 'error',
      from: { path: '^web/shell/', pathNot: test },
      to: { path: '^web/pages/' },
    },
    {
      name: 'no-cycles',
      comment: 'merge two files that import each other, or extract a third one',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-tests-in-code',
      comment: 'only tests, drills, and the commands that drive a whole site, import tests and their support',
      severity: 'error',
      from: {
        pathNot: [
          '^tests/',
          test,
          '^vitest[.]config',
          '^scripts/(lighthouse|check-start|screenshots|screen-(?:content|conditions)|drill-[a-z]+)[.]ts',
        ],
      },
      to: { path: ['^tests/', test] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^build/', '[.]react-router', 'react-router/types', '[+]types'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
