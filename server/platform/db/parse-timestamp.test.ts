import pg from 'pg';
import { expect, it } from 'vitest';
import { parseTimestamp } from './database.ts';

/** The parser of `pg`, which supports every format. */
const parseWithPg = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (
  text: string,
) => unknown;

it('parses every millisecond as the server writes it, without trailing zeros', () => {
  for (let thousandth = 0; thousandth < 1_000; thousandth += 1) {
    const fraction = String(thousandth).padStart(3, '0').replace(/0+$/, '');
    const text = `2026-11-21 09:50:28${fraction && `.${fraction}`}+00`;
    expect(parseTimestamp(text).toISOString()).toBe(
      `2026-11-21T09:50:28.${String(thousandth).padStart(3, '0')}Z`,
    );
    expect(parseTimestamp(text)).toEqual(parseWithPg(text));
  }
});

it.each([
  '2024-02-29 23:59:59.999999+00',
  '1970-01-01 00:00:00+00',
  '0099-12-31 10:00:00+00',
  '2026-11-21 12:50:28.5+03',
  '2026-11-21 12:50:28+05:45',
  '12026-01-02 03:04:05+00',
  '0044-03-15 12:00:00+00 BC',
  'infinity',
])('parses %s as pg does', (text) => expect(parseTimestamp(text)).toEqual(parseWithPg(text)));
