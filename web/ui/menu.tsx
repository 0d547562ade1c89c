import { Menu as BaseMenu } from '@base-ui/react/menu';
import Check from 'lucide-react/icons/check';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

const itemClass =
  'flex min-h-9 w-full cursor-pointer items-center gap-3 px-4 py-1.5 text-sm outline-none select-none data-highlighted:bg-sunk pointer-coarse:min-h-11';

/** A menu opened by a button (`trigger`, an element); the children are its items. */
export function Menu({
  trigger,
  align = 'end',
  header,
  onOpenChange,
  children,
}: {
  trigger: ComponentProps<typeof BaseMenu.Trigger>['render'];
  align?: 'start' | 'end';
  /** Shown above the items. */
  header?: ReactNode;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <BaseMenu.Root modal={false} onOpenChange={onOpenChange}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={8} align={align} className="z-50 outline-none">
          <BaseMenu.Popup
            data-beside-toasts
            className="max-h-(--available-height) w-64 max-w-[calc(100vw-2rem)] origin-(--transform-origin) overflow-y-auto rounded-md border border-rule bg-raised py-1 text-ink shadow-popup outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {header}
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export function MenuItem({
  danger = false,
  className,
  ...rest
}: ComponentProps<typeof BaseMenu.Item> & { className?: string; danger?: boolean }) {
  return <BaseMenu.Item {...rest} className={classNames(itemClass, danger && 'text-danger!', className)} />;
}

/** An internal link in a menu. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <BaseMenu.LinkItem
      className={itemClass}
      closeOnClick
      render={
        <Link to={to} viewTransition>
          {children}
        </Link>
      }
    />
  );
}

/** A radio group in a menu; the menu stays open, so that the effect is visible. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: ReactNode;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
}) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-4 pt-2 pb-1 text-xs text-muted">{label}</BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)}>
        {options.map((option) => (
          <BaseMenu.RadioItem key={option.value} value={option.value} className={itemClass}>
            <span className="flex size-4 items-center">
              <BaseMenu.RadioItemIndicator>
                <Check aria-hidden className="size-4 text-accent" />
              </BaseMenu.RadioItemIndicator>
            </span>
            {option.label}
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="my-1 h-px bg-rule" />;
}
