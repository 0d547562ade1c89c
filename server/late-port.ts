/** A reference to a module that is created after the modules that use it. */
export type LatePort<Module> = {
  bind(module: Module): void;
  /** Throws before `bind`: a dependency that is not wired must not be skipped silently. */
  get(): Module;
  isBound(): boolean;
};

export function latePort<Module extends object>(): LatePort<Module> {
  let bound: Module | undefined;
  return {
    bind(module) {
      if (bound) throw new Error('this late-bound port is already bound');
      bound = module;
    },
    get() {
      if (!bound) throw new Error('a late-bound port was used before it was bound');
      return bound;
    },
    isBound: () => bound !== undefined,
  };
}

/** Throws an error that names the ports without a module, so that a start without them fails. */
export function assertAllBound(ports: Record<string, Pick<LatePort<object>, 'isBound'>>): void {
  const unbound = Object.keys(ports).filter((name) => !ports[name]?.isBound());
  if (unbound.length > 0) throw new Error(`late-bound ports without a module: ${unbound.join(', ')}`);
}
