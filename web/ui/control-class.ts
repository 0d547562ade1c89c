/** The classes of text boxes and selects. 16 px text on touch screens: mobile browsers zoom in on smaller text. */
export const controlClass = [
  'w-full min-w-0 rounded-md border border-rule-strong bg-raised px-3 text-ink placeholder:text-muted',
  'text-sm pointer-coarse:text-base hover:border-ink',
  'focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0',
  'aria-invalid:border-danger disabled:opacity-60',
].join(' ');
