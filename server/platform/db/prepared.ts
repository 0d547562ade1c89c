import { type Compilable, CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './database.ts';

/** For each statement: more shapes than the site and well-behaved clients request. */
export const rememberedShapes = 100;

/** A placeholder for a value that differs in each call. */
class Slot {
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
export function prepared<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  // Only the text and the parameters: Kysely's tree is much larger.
  const known = new LRUCache<string, Pick<CompiledQuery, 'sql' | 'parameters'>>({ max: rememberedShapes });
  return async (db, given) => {
    const values: unknown[] = [];
    const shape = shapeOf(given, values);
    let statement = known.get(shape);
    if (!statement) {
      const { sql, parameters } = build(db, withSlots(given, { count: 0 }) as Given).compile();
      statement = { sql, parameters };
      known.set(shape, statement);
    }
    const parameters = statement.parameters.map((value) =>
      value instanceof Slot ? values[value.index] : value,
    );
    return (await db.executeQuery<Row>(CompiledQuery.raw(statement.sql, parameters))).rows;
  };
}

const isValue = (given: unknown): boolean =>
  typeof given === 'number' ||
  given instanceof Date ||
  (Array.isArray(given) && given.every((item) => typeof item === 'number' || typeof item === 'string'));

/**
 * Returns the shape of the arguments as a string, and collects the values in the order in which `withPlaceholders`
 * numbers them.
 */
function shapeOf(given: unknown, values: unknown[]): string {
  if (isValue(given)) return `$${values.push(given)}`;
  if (typeof given !== 'object' || given === null) return JSON.stringify(given);
  let shape = '{';
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) shape += `${name}:${shapeOf(value, values)},`;
  return `${shape}}`;
}

function withSlots(given: unknown, numbered: { count: number }): unknown {
  if (isValue(given)) {
    numbered.count += 1;
    return new Slot(numbered.count - 1);
  }
  if (Array.isArray(given)) return given.map((item) => withSlots(item, numbered));
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, withSlots(value, numbered)]));
}
