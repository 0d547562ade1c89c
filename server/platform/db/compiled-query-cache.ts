import { type Compilable, CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './database.ts';

/** For each statement: more shapes than the site and well-behaved clients request. */
export const maxCachedShapes = 100;

/** A placeholder for a value that differs in each call. */
class Placeholder {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
  /** A result computed from the value of one call would apply to all later calls. */
  [Symbol.toPrimitive](): never {
    throw new Error('a value is not known while its statement is compiled');
  }
  get length(): never {
    return this[Symbol.toPrimitive]();
  }
}

/**
 * Compiles a statement once for each shape of its arguments. Numbers, dates and lists of numbers or strings are values,
 * which are bound in each call. Everything else is the shape: strings, flags and absent values. `build` may pass values
 * on, but must not calculate with them or branch on them: it throws if it tries.
 */
export function cachedQuery<Args extends object, Row>(
  build: (db: Db, args: Args) => Compilable<Row>,
): (db: Db, args: Args) => Promise<Row[]> {
  // Only the text and the parameters: Kysely's tree is much larger.
  const cache = new LRUCache<string, Pick<CompiledQuery, 'sql' | 'parameters'>>({ max: maxCachedShapes });
  return async (db, args) => {
    const values: unknown[] = [];
    const shape = shapeOf(args, values);
    let statement = cache.get(shape);
    if (!statement) {
      const { sql, parameters } = build(db, withPlaceholders(args, { count: 0 }) as Args).compile();
      statement = { sql, parameters };
      cache.set(shape, statement);
    }
    const parameters = statement.parameters.map((value) =>
      value instanceof Placeholder ? values[value.index] : value,
    );
    return (await db.executeQuery<Row>(CompiledQuery.raw(statement.sql, parameters))).rows;
  };
}

const isValue = (args: unknown): boolean =>
  typeof args === 'number' ||
  args instanceof Date ||
  (Array.isArray(args) && args.every((item) => typeof item === 'number' || typeof item === 'string'));

/**
 * Returns the shape of the arguments as a string, and collects the values in the order in which `withPlaceholders`
 * numbers them.
 */
function shapeOf(args: unknown, values: unknown[]): string {
  if (isValue(args)) return `$${values.push(args)}`;
  if (typeof args !== 'object' || args === null) return JSON.stringify(args);
  let shape = '{';
  for (const [name, value] of Object.entries(args))
    if (value !== undefined) shape += `${name}:${shapeOf(value, values)},`;
  return `${shape}}`;
}

function withPlaceholders(args: unknown, counter: { count: number }): unknown {
  if (isValue(args)) {
    counter.count += 1;
    return new Placeholder(counter.count - 1);
  }
  if (Array.isArray(args)) return args.map((item) => withPlaceholders(item, counter));
  if (typeof args !== 'object' || args === null) return args;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, withPlaceholders(value, counter)]),
  );
}
