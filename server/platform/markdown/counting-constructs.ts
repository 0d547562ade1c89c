import type { Data } from 'unified';

/** The parts of micromark's types that are needed here; they come with `remark-parse`. */
type Extension = NonNullable<Data['micromarkExtensions']>[number];
type Construct = Extract<NonNullable<Extension['text']>[string], { tokenize: unknown }>;
type State = Exclude<ReturnType<Construct['tokenize']>, undefined>;
type Context = ThisParameterType<Construct['tokenize']>;

type ComplexityBudget = {
  charge(steps: number): void;
  /** How many characters of the paragraph follow this offset. */
  ahead(offset: number): number;
};

/**
 * Reading a character takes more than one step, and so does an event that is visited in the search for an open bracket.
 */
const stepsAhead = 10;
const stepsBack = 4;
/** The events after an emphasis are moved to make room for it. */
const eventsMovedInAStep = 32;
/** Where neighbouring pieces of plain text are joined, the events after them are moved, too. */
const eventsMovedByAJoin = 16;
/** Marks on each side of an emphasis. */
const usualMarks = 3;
/** This many searches to the end of a paragraph are free; a search that succeeds costs nothing more. */
const freeSearches = 8;

const codeOf = (character: string): number => character.charCodeAt(0);
/** The start of an escape and of a character reference, and micromark's codes of line endings. */
const joinedBefore = [codeOf('\\'), codeOf('&'), -5, -4, -3];
const alphanumerics = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const urlCharacter = /[A-Za-z0-9+\-._/]/;
const continuesUrl = (before: number | null): boolean =>
  before !== null && before > 0 && urlCharacter.test(String.fromCodePoint(before));

/** Whether the token that ends at an event, counted from the last one, is plain text. */
const isText = ({ events }: Context, place: number): boolean => events.at(place)?.[1].type === 'data';

/** Plain text is split where a construct might start. The second piece means that the pieces will be joined. */
function countJoin(context: Context, charge: ComplexityBudget['charge']): void {
  if (isText(context, -1) && isText(context, -3) && !isText(context, -5))
    charge(context.events.length / eventsMovedByAJoin);
}

/** A construct that never matches: it counts, and the parser continues as usual. */
const counting = (count: (context: Context) => void): Construct => ({
  tokenize(_effects, _ok, nok) {
    count(this);
    return nok;
  },
});

type Run = { size: number; before: number | null; next: number | null };

/** The same for a run of one character, after its length and the next character are known. */
function countingRuns(character: string, count: (context: Context, run: Run) => void): Construct {
  const code = codeOf(character);
  return {
    previous: (before) => before !== code,
    tokenize(effects, _ok, nok) {
      if (this.previous === code) return nok;
      const before = this.previous;
      let size = 0;
      effects.enter('data');
      const go: State = (next) => {
        if (next === code) {
          size += 1;
          effects.consume(next);
          return go;
        }
        effects.exit('data');
        count(this, { size, before, next });
        return nok(next);
      };
      return go;
    },
  };
}

/** Constructs that count the work of the parser where it is about to happen. */
export function countingConstructs({ charge, ahead }: ComplexityBudget): Extension {
  const chargeAhead = (context: Context): void => charge(stepsAhead * ahead(context.now().offset));
  // The underline of a heading moves the blocks before it.
  const underline = counting(({ events }) => charge(events.length));
  const emphasis = emphasisConstructs(charge);
  const nothingElse = counting(() => undefined);
  const text: Record<number, Construct> = {
    ...Object.fromEntries(joinedBefore.map((code) => [code, nothingElse])),
    ...emphasis.constructs,
    ...bracketConstructs(charge, emphasis.forgetSince),
    [codeOf('<')]: tags(chargeAhead),
    [codeOf('`')]: backticks(chargeAhead),
  };
  return {
    flow: { [codeOf('=')]: underline, [codeOf('-')]: underline },
    text: Object.fromEntries(
      Object.entries(text).map(([code, construct]) => [code, countingJoins(construct, charge)]),
    ),
  };
}

const countingJoins = (construct: Construct, charge: ComplexityBudget['charge']): Construct => ({
  ...construct,
  tokenize(effects, ok, nok) {
    countJoin(this, charge);
    return construct.tokenize.call(this, effects, ok, nok);
  },
});

const classOf = (code: number | null): 'space' | 'punctuation' | 'letter' => {
  if (code === null || code < 0) return 'space';
  const character = String.fromCodePoint(code);
  if (/\s/u.test(character)) return 'space';
  return /[\p{P}\p{S}]/u.test(character) ? 'punctuation' : 'letter';
};

/** Whether a run of marks may open or close emphasis (CommonMark 6.2). */
function emphasisSides(mark: string, { before, next }: Run): { opens: boolean; closes: boolean } {
  const [left, right] = [classOf(before), classOf(next)];
  const opens = right === 'letter' || (right === 'punctuation' && left !== 'letter');
  const closes = left === 'letter' || (left === 'punctuation' && right !== 'letter');
  if (mark !== '_') return { opens, closes };
  return { opens: opens && (left !== 'letter' || !closes), closes: closes && (right !== 'letter' || !opens) };
}

/**
 * Emphasis is closed by one or two marks at a time, and each search looks for the opening marks. The search ends at
 * once when the last opened run matches; otherwise it may visit all events.
 */
function emphasisConstructs(charge: ComplexityBudget['charge']) {
  type Opened = { mark: string; size: number; place: number };
  const opened = new WeakMap<Context, Opened[]>();
  const count = (mark: string) =>
    countingRuns(mark, (context, run) => {
      const { size } = run;
      const { opens, closes } = emphasisSides(mark, run);
      const here = context.events.length;
      const open = opened.get(context) ?? [];
      opened.set(context, open);
      if (!closes) return void (opens && open.push({ mark, size, place: here }));
      const last = open.at(-1);
      if (last?.mark !== mark || last.size !== size || size > usualMarks) return charge(size * (here + size));
      open.pop();
      charge(here - last.place + here / eventsMovedInAStep);
    });
  return {
    constructs: Object.fromEntries(['*', '_', '~'].map((mark) => [codeOf(mark), count(mark)])),
    /** Emphasis opened inside a link ends with the link. */
    forgetSince(context: Context, place: number) {
      const open = opened.get(context);
      if (open)
        opened.set(
          context,
          open.filter((run) => run.place < place),
        );
    },
  };
}

/** Inline code ends with the same number of backticks. For each number, at most one search finds no end. */
function backticks(chargeAhead: (context: Context) => void): Construct {
  const sizes = new WeakMap<Context, Set<number>>();
  return countingRuns('`', (context, { size }) => {
    const seen = sizes.get(context) ?? new Set();
    if (seen.size >= freeSearches && !seen.has(size)) chargeAhead(context);
    sizes.set(context, seen.add(size));
  });
}

/** For instructions, declarations and comments the parser searches to the end. */
function tags(chargeAhead: (context: Context) => void): Construct {
  const counts = new WeakMap<Context, number>();
  return countingRuns('<', (context, { next }) => {
    if (next !== codeOf('!') && next !== codeOf('?')) return;
    const count = (counts.get(context) ?? 0) + 1;
    counts.set(context, count);
    if (count > freeSearches) chargeAhead(context);
  });
}

/**
 * For a closing bracket the parser searches for the open one. For every word that may be a URL it searches back to the
 * open bracket, since a link contains no other link.
 */
function bracketConstructs(
  charge: ComplexityBudget['charge'],
  onClosed: (context: Context, place: number) => void,
): Record<number, Construct> {
  const places = new WeakMap<Context, number[]>();
  const openOf = (context: Context): number[] => {
    const open = places.get(context) ?? [];
    places.set(context, open);
    return open;
  };
  const opens = (context: Context) => void openOf(context).push(context.events.length);
  const word = counting((context) => {
    const open = continuesUrl(context.previous) ? undefined : openOf(context).at(-1);
    if (open !== undefined) charge(stepsBack * (context.events.length - open));
  });
  return {
    ...Object.fromEntries(
      alphanumerics.map((one) => [codeOf(one), { ...word, previous: (before) => !continuesUrl(before) }]),
    ),
    [codeOf('[')]: counting(opens),
    [codeOf('!')]: countingRuns('!', (context, { next }) => {
      if (next === codeOf('[')) opens(context);
    }),
    [codeOf(']')]: counting((context) => {
      const open = openOf(context).pop();
      if (open !== undefined) onClosed(context, open);
      charge(context.events.length);
    }),
  };
}
