import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ComponentProps, ReactNode } from 'react';

/** A panel opened by a button (`trigger`, an element); Escape and a click outside close it. */
export function Popover({
  trigger,
  open,
  onOpenChange,
  title,
  footer,
  children,
}: {
  trigger: ComponentProps<typeof BasePopover.Trigger>['render'];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The heading and accessible name of the panel. */
  title: ReactNode;
  /** Stays visible below the scrolling content. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <BasePopover.Root open={open} onOpenChange={onOpenChange}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner sideOffset={8} align="end" collisionPadding={16} className="z-50">
          <BasePopover.Popup
            data-beside-toasts
            className="flex max-h-(--available-height) w-96 max-w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-md border border-rule bg-raised shadow-popup outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <BasePopover.Title className="border-b border-rule px-4 py-2.5 text-lg">
              {title}
            </BasePopover.Title>
            <div className="overflow-y-auto overscroll-contain">{children}</div>
            {footer && <div className="flex justify-between border-t border-rule p-1">{footer}</div>}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
