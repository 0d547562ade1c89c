import { type Compilable, CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './database.ts';

/** For each kind of statement: more shapes than the site and honest clients ask for. */
export const rememberedShapes = 100;

/** Stands in a statement for a value that each call gives anew. */
class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
  /** What is computed or decided by one call's value would be so for all calls to come. */
  [Symbol.toPrimitive](): never {
    throw new Error('a value is not known while its statement is put together');
  }
  get length(): never {
    return this[Symbol.toPrimitive]();
  }
}

/**
 * A kind of statement whose text is put together once for each of its shapes. Of what a call gives, numbers, moments and
 * lists of numbers or texts are values, which are bound at every call; all else is the shape: texts, flags, what is absent.
 * `build` may hand the values on, but neither compute with them nor decide by them: it throws if it tries.
 */
export function prepared<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  // The text and the parameters alone, without the much larger tree that Kysely compiled them from.
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

/** Names the shape of what is given, and gathers its values in the order in which `withSlots` numbers them. */
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
