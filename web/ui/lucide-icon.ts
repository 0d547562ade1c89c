import { type ComponentProps, createElement } from 'react';

export type IconShapes = readonly (readonly [tag: string, attributes: Record<string, string>])[];

/** What stands for an icon of Lucide in a built site (`scripts/inline-icons.ts`): its shapes and nothing else. */
export const lucideIcon = (shapes: IconShapes) => (props: ComponentProps<'svg'>) =>
  createElement(
    'svg',
    {
      width: 24,
      height: 24,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      ...props,
    },
    ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
  );
