import type { LucideIcon } from 'lucide-react/types';
import type { ComponentProps } from 'react';

/** A button under a comment. `label` names the comment for screen readers. */
export function ActionButton({
  Icon,
  label,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'type' | 'className'> & { Icon: LucideIcon; label: string }) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-sm text-sm text-muted hover:text-ink pointer-coarse:min-h-11"
    >
      <Icon aria-hidden className="size-4" />
      {children}
    </button>
  );
}
