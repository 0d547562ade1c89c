import type { Plugin } from 'vite';

/** An expression of the router as it is published, and what it always comes to on this site. */
type Settled = readonly [expression: string, value: string];

/** The browser knows all routes from the first page on (`routeDiscovery` of the configuration). */
const allRoutesAreKnown: Record<string, readonly Settled[]> = {
  'dom/ssr/fog-of-war.js': [
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;', 'return;'],
    [
      'if (!isFogOfWarEnabled(routeDiscovery, ssr) || window.navigator?.connection?.saveData === true) return;',
      'return;',
    ],
  ],
  'dom/ssr/components.js': [['isFogOfWarEnabled(routeDiscovery, ssr)', 'false']],
  'router/router.js': [
    ['init.patchRoutesOnNavigation', 'undefined'],
    ['if (isFogOfWar) {', 'if (false) {'],
    ['if (fogOfWar.active && ', 'if (false && '],
    ['if (loadMatch.isDiscovering) {', 'if (false) {'],
  ],
};

/** Nobody watches the router, and no link loads pages ahead. */
const nothingIsWatched: Record<string, readonly Settled[]> = {
  'router/router.js': [
    ['if (init.instrumentations) {', 'if (false) {'],
    ['if (init.instrumentations) router', 'if (false) router'],
    ['if (opts?.instrumentations) {', 'if (false) {'],
    ['consumeInstrumentationClientResultMetaReceiver(router)', 'undefined'],
    ['if (opts?.instrumentationNavigateMetaReceiver) {', 'if (false) {'],
    ['if (instrumentationResultMetaReceiver) instrumentation', 'if (false) instrumentation'],
  ],
  'dom/lib.js': [
    ['usePrefetchBehavior(prefetch, rest)', '[false, null, {}]'],
    ['return shouldPrefetch && !isAbsolute ?', 'return false ?'],
  ],
  'dom/ssr/components.js': [['isPageLinkDescriptor(link) ?', 'false ?']],
};

const leftOut = 'throw new Error("left out of the build by scripts/settle-router.ts");';

/** Pages are read through the router and written to through the API: no page has an action, nothing is a fetcher. */
const nothingIsSentToPages: Record<string, readonly Settled[]> = {
  'router/router.js': [
    ['let actionResult = await handleAction(', `${leftOut} let actionResult = await handleAction(`],
    ['async function fetch(key, routeId, href, opts) {', `async function fetch() { ${leftOut}`],
  ],
  'dom/ssr/single-fetch.js': [
    ['if (request.method !== "GET") return singleFetchActionStrategy(args, fetchAndDecode);', ''],
    ['if (fetcherKey) return singleFetchLoaderFetcherStrategy(args, fetchAndDecode);', ''],
  ],
};

/** No page is made of server components. */
const noServerComponents: Record<string, readonly Settled[]> = {
  'hooks.js': [
    ['if (this.context && typeof', 'if (false && typeof'],
    ['if (this.context) return', 'if (false) return'],
  ],
  'dom/ssr/components.js': [['= useIsRSCRouterContext();', '= false;']],
};

/** Pages come from the server, with their scripts already in the HTML, and are never replaced while one develops. */
const pagesAreServed: Record<string, readonly Settled[]> = {
  'dom/ssr/components.js': [
    ['staticContext ? `', 'false ? `'],
    ['!isStatic ?', 'true ?'],
  ],
  'dom/ssr/routes.js': [
    ['if (!ssr && manifestRoute.hasLoader', 'if (false && manifestRoute.hasLoader'],
    ['if (needsRevalidation) return', 'if (false) return'],
  ],
  'dom/ssr/single-fetch.js': [['if (!ssr && !foundRevalidatingServerLoader) return', 'if (false) return']],
  'dom-export/hydrated-router.js': [
    ['if (ssrInfo.context.isSpaMode) {', 'if (false) {'],
    ['if (window.__reactRouterManifest.sri === true) {', 'if (false) {'],
    ['router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;', ''],
  ],
};

const decided = [
  allRoutesAreKnown,
  nothingIsWatched,
  nothingIsSentToPages,
  noServerComponents,
  pagesAreServed,
];

/**
 * Tells the bundler what the site's configuration has settled, so that the router's roads that are never taken are left
 * out of what readers load. A router that does not hold these expressions word for word fails the build.
 */
export function settleRouter(): Plugin {
  return {
    name: 'settle-router',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/lib\// },
      handler(code, id) {
        const file = id.slice(id.indexOf('/production/lib/') + '/production/lib/'.length);
        let settled = code;
        for (const [expression, value] of decided.flatMap((table) => table[file] ?? [])) {
          if (!code.includes(expression))
            this.error(`${file} of this react-router does not say «${expression}»`);
          settled = settled.replaceAll(expression, value);
        }
        return { code: settled, map: null };
      },
    },
  };
}
