import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong',
  secondary: 'border-rule-strong bg-transparent text-ink hover:border-ink hover:bg-sunk',
  quiet: 'border-transparent bg-transparent text-soft hover:bg-sunk hover:text-ink',
  danger: 'border-danger bg-danger text-on-danger hover:border-danger-strong hover:bg-danger-strong',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-8 px-3 text-sm pointer-coarse:min-h-11',
  md: 'min-h-10 px-4 text-sm pointer-coarse:min-h-11',
  lg: 'min-h-12 px-6 text-base',
};

export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize };

/** The classes of a button, for other elements that look like one. */
export function buttonClass({ variant = 'primary', size = 'md' }: ButtonLook = {}): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-md border py-1.5 text-center font-medium',
    'transition-colors duration-100 aria-disabled:opacity-60 disabled:opacity-60',
    variants[variant],
    sizes[size],
  );
}

/**
 * A button, of `type="button"` by default. While `busy` it keeps its size and focus, shows a spinner and ignores
 * clicks.
 */
export function Button({
  variant,
  size,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonLook & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={classNames(buttonClass({ variant, size }), className)}
    >
      {busy && <LoaderCircle aria-hidden className="size-4 shrink-0 motion-safe:animate-spin" />}
      {children}
    </button>
  );
}

/** An internal link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link viewTransition {...rest} className={classNames(buttonClass({ variant, size }), className)} />;
}

const iconClass =
  'inline-flex size-10 shrink-0 items-center justify-center rounded-md text-soft transition-colors duration-100 hover:bg-sunk hover:text-ink pointer-coarse:size-11';

/** A square button with an icon; `label` is its accessible name. */
export function IconButton({
  label,
  className,
  children,
  type = 'button',
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string }) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classNames(iconClass, className)}
    >
      {children}
    </button>
  );
}

/** An internal link that looks like an `IconButton`. */
export function IconLink({ label, className, ...rest }: ComponentProps<typeof Link> & { label: string }) {
  return (
    <Link
      viewTransition
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(iconClass, className)}
    />
  );
}
