import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { IconShapes } from '../web/ui/lucide-icon.ts';

type IconModule = { __iconData?: { node: IconShapes } };

/**
 * Leaves nothing of each icon but its shapes: Lucide's own components put them together anew in every reader's browser,
 * by code that weighs more than all icons of a page.
 */
export function inlineIcons(): Plugin {
  return {
    name: 'inline-icons',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      async handler(id) {
        const { __iconData: icon }: IconModule = await import(pathToFileURL(id).href);
        // A name that an icon had once leads to the module of its present one.
        if (!icon) return null;
        const shapes = icon.node.map(([tag, { key: _, ...attributes }]) => [tag, attributes]);
        return `import { lucideIcon } from '/web/ui/lucide-icon.ts';
export default /* @__PURE__ */ lucideIcon(${JSON.stringify(shapes)});`;
      },
    },
  };
}
