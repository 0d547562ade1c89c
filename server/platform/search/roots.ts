import { irregular } from './irregular-roots.ts';
import type { Morphology } from './morphology.ts';
import { adopt, type Family, fullPrefix, listedFamilyOf } from './word-families.ts';
import {
  alternations,
  boundPrefixes,
  foreignSuffixes,
  minLength,
  minLengthBeforeWeak,
  minOtherPrefixes,
  nominalEndings,
  nominalSuffixes,
  notOfVerbs,
  nounEndings,
  nounPrefixes,
  ownConsonant,
  pairedSuffixes,
  plainNouns,
  prefixes,
  relationalSuffixes,
  shortBases,
  simpleEndings,
  unprefixed,
  verbalSuffixes,
  verbEndings,
  verifyingEndings,
  vowel,
  weakSuffixes,
} from './word-parts.ts';

type Dictionary = Pick<Morphology, 'isKnown' | 'isInfinitive' | 'isName' | 'lemmasOf' | 'readingsOf'>;

const irregularBases = new Set(irregular.values());
const isIrregular = (base: string): boolean => irregular.has(base) || irregularBases.has(base);

/** The family of a base form: «покупка» has the base of «покупать» and the root of «купить». Undefined for names. */
export function familyOf(lemma: string, dictionary: Dictionary): Family | undefined {
  const word = withoutReflexive(lemma);
  const listed = listedFamilyOf(lemma) ?? listedFamilyOf(word);
  if (listed) return listed;
  const adjective = adjectiveOf(lemma, dictionary);
  if (adjective !== undefined) return familyOf(adjective, dictionary);
  const derived = deriveFamily(lemma, dictionary);
  return derived && adopt(word, dictionary.isInfinitive(word), derived);
}

/** «Полезно» is «полезный», not made of «лезть», «внешне» is «внешний», not «внести». */
const adjectiveOf = (lemma: string, { isKnown, lemmasOf }: Dictionary): string | undefined =>
  (adverbEndings.find(([ending]) => lemma.endsWith(ending))?.[1] ?? [])
    .map((ending) => lemma.slice(0, -1) + ending)
    .find((adjective) => isKnown(adjective) && lemmasOf(adjective).includes(adjective));
const adverbEndings: Array<[ending: string, adjectives: string[]]> = [
  ['о', ['ый', 'ий', 'ой']],
  ['не', ['ий']],
];

/** «Соколовский» is made of a surname or a place, not of «сокол»; the families name the few others, such as «отцовский». */
const ofNames = /(?:[ое]в|ин)ск(?:ий|ой)$/u;

/** What the rules alone find. */
export function deriveFamily(lemma: string, dictionary: Dictionary, depth = 0): Family | undefined {
  // «Злата» is a name, though also a form of «злато».
  const isName = dictionary.isName(lemma) || dictionary.readingsOf(lemma).onlyNames.includes(lemma);
  if (lemma.length < minLength || isName) return undefined;
  if (plainNouns.has(lemma) || ofNames.test(lemma)) return { base: `n:${lemma}`, root: `n:${lemma}` };
  if (/йти$|^идти$/u.test(lemma)) return { base: lemma, root: 'йти' };
  const isVerb = (base: string) =>
    isIrregular(base) || isPrefixedIrregular(base) || hasVerb(base, dictionary);
  const verbOf = (shape: string): string | undefined => {
    if (isIrregular(shape) || isPrefixedIrregular(shape)) return shape;
    if (ownConsonant.test(shape)) return shape;
    const variants = variantsOf(shape);
    const isOfI = (base: string) => isRoot(base) && dictionary.isInfinitive(`${base}ить`);
    const alternates = !shape.endsWith('ч') || dictionary.isInfinitive(`${shape}ать`);
    return [shape, ...(alternates ? variants : [])].find(isOfI) ?? [shape, ...variants].find(isVerb);
  };
  const word = withoutReflexive(lemma);
  if (dictionary.isInfinitive(lemma)) return ofVerb(word, verbOf, isVerb, dictionary);
  const stem = stripEnding(word);
  const foreign = foreignBase(stem, dictionary);
  if (foreign !== undefined) return ofForeign(foreign, dictionary);
  const isAdjective = /(?:ый|ий|ой)$/u.test(word);
  const named = isAdjective && depth < 2 ? namedNoun(stem, dictionary) : undefined;
  if (named !== undefined) return listedFamilyOf(named) ?? deriveFamily(named, dictionary, depth + 1);
  // «Брошь» is not made of «бросить».
  const isChanged = (base: string) => base !== stem && stem.length <= minLength + 1 && !isIrregular(stem);
  const found = notOfVerbs.has(lemma) ? undefined : verbOf(stem);
  const direct = found === undefined || isChanged(found) ? undefined : found;
  if (direct !== undefined && (!isAdjective || isIrregular(stem)))
    return withRoot(direct, isVerb, dictionary);
  for (const shape of notOfVerbs.has(lemma) ? [] : withoutSuffix(stem, verbalSuffixes)) {
    if (stem.length - shape.length === 1 && stem.endsWith('к') && !/к[аи]$/u.test(word)) continue;
    if (
      stem.length - shape.length === 1 &&
      stem.endsWith('т') &&
      !isShortBase(shape) &&
      !isIrregular(shape) &&
      !isPrefixedIrregular(shape)
    )
      continue;
    // молоко is not made of молоть
    if (word !== stem && stem.endsWith('ок') && shape.length === stem.length - 2) continue;
    const base = verbOf(shape);
    if (
      base !== undefined &&
      base.length < minLength &&
      shape.length < minLength &&
      !isIrregular(base) &&
      !isShortBase(base)
    )
      continue;
    if (base !== undefined) return withRoot(base, isVerb, dictionary);
  }
  const foreignRoot = pairedRoot(stem, dictionary);
  if (foreignRoot !== undefined) return { base: `v:${foreignRoot}`, root: `v:${foreignRoot}` };
  const measure = measureOf(stem, dictionary);
  if (measure !== undefined) return { base: `v:${measure}`, root: `v:${measure}` };
  const quality = qualityOf(stem, dictionary);
  if (depth < 2 && quality !== undefined) return deriveFamily(quality, dictionary, depth + 1);
  const noun = depth < 2 ? nounOf(stem, dictionary) : undefined;
  const family =
    noun === undefined ? undefined : (listedFamilyOf(noun) ?? deriveFamily(noun, dictionary, depth + 1));
  if (family === undefined && direct !== undefined) return withRoot(direct, isVerb, dictionary);
  return family ?? withoutNounPrefix(stem, isAdjective, dictionary) ?? ofNoun(lemma, stem, dictionary);
}

/** «Груда» and «грудь», «стадо» and «стадия» have one stem and nothing in common; «код» and «кода» are short. */
function ofNoun(lemma: string, stem: string, { isKnown }: Dictionary): Family {
  const kind = stem.length > minLength ? (/(?:ь|и[яе])$/u.exec(lemma)?.[0] ?? '') : lemma.slice(stem.length);
  // «Фотография» and «фотограф»
  const hasNoun = kind === 'ия' && stem.length > minLength + 1 && isKnown(stem);
  const root = (irregular.get(stem) ?? soften(stem)) + (hasNoun ? '' : kind);
  return { base: `v:${root}`, root: `v:${root}` };
}

/** «Пригородный» has the root of «город», «бесшумный» that of «шум». */
function withoutNounPrefix(stem: string, isAdjective: boolean, dictionary: Dictionary): Family | undefined {
  const prefix = isAdjective ? nounPrefixes.find((start) => stem.startsWith(start)) : undefined;
  const noun = prefix && nounOf(stem.slice(prefix.length), dictionary);
  const family = noun ? (listedFamilyOf(noun) ?? deriveFamily(noun, dictionary, 2)) : undefined;
  return family && { base: `${prefix}-${family.root}`, root: family.root };
}

const withoutReflexive = (word: string): string =>
  word.length > 5 && /(?:ть|ти|чь)ся$|тись$/u.test(word) ? word.slice(0, -2) : word;

const isRoot = (text: string): boolean => irregular.has(text) || (text.length >= 2 && vowel.test(text));

/** Bases of one open syllable keep their vowel: «мы» of «мыть». */
const isShortBase = (base: string): boolean =>
  shortBases.has(base) ||
  prefixes.some(
    (prefix) =>
      !/^с[оу]$/u.test(prefix) && base.startsWith(prefix) && shortBases.has(base.slice(prefix.length)),
  );

/** Whether a verb has this base. Bases such as «гни» end in their only vowel. */
function hasVerb(base: string, { isInfinitive }: Dictionary): boolean {
  if (!isRoot(base)) return false;
  const endings = isShortBase(base) || /[зс]$/u.test(base) ? ['ть', ...verifyingEndings] : verifyingEndings;
  return endings.some(
    (ending) =>
      (isInfinitive(base + ending) || isInfinitive(`${base}${ending}ся`)) &&
      // «пла» is not the base of «плавать».
      (ending !== 'вать' || isInfinitive(`${base}ть`) || isShortBase(base)),
  );
}

const isPrefixedIrregular = (base: string): boolean =>
  prefixes.some((prefix) => {
    const rest = base.slice(prefix.length);
    // «Сушить» is not «шить».
    return base.startsWith(prefix) && isIrregular(rest) && (rest.length > 2 || !/^с[оу]$/u.test(prefix));
  });

/** Whether an adjective has this root: «у-коротить» is «короткий». */
const isQuality = (rest: string, { isKnown, isName }: Dictionary): boolean =>
  rest.length > minLength &&
  ['ый', 'ий', 'ой', 'ный', 'ной', 'кий', 'окий'].some((end) => isKnown(rest + end) && !isName(rest + end));

/** Whether verbs have this root although none has it without a prefix: «включать», «исключать», «подключать». */
function isBoundRoot(rest: string, ownPrefix: string, { isInfinitive }: Dictionary): boolean {
  if (!isRoot(rest) || rest.length < minLength) return false;
  const others = boundPrefixes.filter(
    (prefix) =>
      prefix !== ownPrefix && ['ать', 'ить', 'ять', 'ывать'].some((end) => isInfinitive(prefix + rest + end)),
  );
  return others.length >= minOtherPrefixes;
}

/** The family of a verb in -ировать, whose noun may be its root: «телеграфировать». */
function ofForeign(base: string, { isInfinitive, isKnown }: Dictionary): Family {
  const prefix = prefixes.find(
    (start) => base.startsWith(start) && isInfinitive(`${base.slice(start.length)}овать`),
  );
  const root = base.slice(prefix?.length ?? 0);
  const noun = root.slice(0, -2);
  const family = noun.length > minLength && isKnown(noun) ? `v:${noun}` : `v:${root}`;
  return { base: prefix === undefined ? family : `v:${base}`, root: family };
}

function ofVerb(
  word: string,
  verbOf: (shape: string) => string | undefined,
  isVerb: (base: string) => boolean,
  dictionary: Dictionary,
): Family {
  if (word.endsWith('ировать') && word.length > 9)
    return ofForeign(word.slice(0, -'овать'.length), dictionary);
  if (/(?<!ц)вести$/u.test(word)) return withRoot(`${word.slice(0, -5)}вод`, isVerb, dictionary);
  if (word.endsWith('чь'))
    return withRoot(`${word.slice(0, -2)}${velarOf(word, dictionary)}`, isVerb, dictionary);
  const open = word.slice(0, word.endsWith('вать') && isShortBase(word.slice(0, -4)) ? -4 : -2);
  if (isShortBase(open) || isIrregular(open) || isPrefixedIrregular(open))
    return withRoot(open, isVerb, dictionary);
  if (/[сз]т[ьи]$/u.test(word)) return withRoot(dentalOf(word, dictionary), isVerb, dictionary);
  const ending = verbEndings.find((end) => word.endsWith(end) && isRoot(word.slice(0, -end.length))) ?? '';
  const shape = withoutVowelChange(word.slice(0, word.length - ending.length), ending, dictionary);
  return withRoot(verbOf(shape) ?? shape, isVerb, dictionary);
}

/** «Печь» has «пеку», «беречь» has «берегу». */
const velarOf = (word: string, { lemmasOf }: Dictionary): string =>
  ['к', 'г'].find((velar) => lemmasOf(`${word.slice(0, -2)}${velar}у`).includes(word)) ?? 'г';

/** «Упасть» has «упаду», «спасти» has «спасу», «изобрести» has «изобрету». */
function dentalOf(word: string, { lemmasOf }: Dictionary): string {
  const start = word.slice(0, -3);
  const dental = ['д', 'т', 'с', 'з', 'ст', 'б'].find((letter) =>
    lemmasOf(`${start}${letter}у`).includes(word),
  );
  return start + (dental ?? 'с');
}

/** «Разговаривать» has the base of «разговорить». */
function withoutVowelChange(shape: string, ending: string, { isInfinitive }: Dictionary): string {
  if (!/^[иы]вать$/u.test(ending)) return shape;
  const changed = shape.replace(/а([^аеиоуыэюя]*)$/u, 'о$1');
  return (
    [changed, ...variantsOf(changed)].find((variant) =>
      ['ить', 'ать', 'ять'].some((end) => isInfinitive(variant + end)),
    ) ?? shape
  );
}

/** The prefix goes only if the verb exists without it. */
function withRoot(found: string, isVerb: (base: string) => boolean, dictionary: Dictionary): Family {
  const base =
    isIrregular(found) || isPrefixedIrregular(found)
      ? found
      : withoutImperfective(found, dictionary.isInfinitive);
  const start = prefixOf(base, isVerb, dictionary);
  const shape = base.slice(start?.length ?? 0);
  const root = irregular.get(shape) ?? nounRoot(soften(shape), dictionary);
  return {
    base: `v:${irregular.get(base) ?? (start === undefined ? '' : fullPrefix(start)) + root}`,
    root: `v:${root}`,
  };
}

/** «Утюжить» has the root of «утюг». In short words the consonant tells too little. */
const nounRoot = (root: string, { isKnown, lemmasOf }: Dictionary): string =>
  root.length > minLength && /[жшч]$/u.test(root)
    ? (variantsOf(root).find((variant) =>
        ['', 'а', 'о'].some(
          (end) => isKnown(variant + end) && lemmasOf(variant + end).includes(variant + end),
        ),
      ) ?? root)
    : root;

/** The prefix of a base, if there is a verb without it, or the root has other prefixes as well. */
function prefixOf(
  base: string,
  isVerb: (base: string) => boolean,
  dictionary: Dictionary,
): string | undefined {
  if (unprefixed.has(base) || isIrregular(base)) return undefined;
  const possible = prefixes.filter((prefix) => {
    const rest = base.slice(prefix.length);
    return base.startsWith(prefix) && (rest.length >= minLength || isIrregular(rest));
  });
  const { isInfinitive } = dictionary;
  // «На-думать», not «над-умать».
  const irregularOne = possible.find((prefix) => {
    const rest = base.slice(prefix.length);
    return rest.length >= minLength && isIrregular(rest);
  });
  const exact = possible.find((prefix) =>
    simpleEndings.some(
      (ending) => isInfinitive(base + ending) && isInfinitive(base.slice(prefix.length) + ending),
    ),
  );
  return (
    irregularOne ??
    possible.find((prefix) => isQuality(base.slice(prefix.length), dictionary)) ??
    exact ??
    possible.find((prefix) => {
      const rest = base.slice(prefix.length);
      return isVerb(rest) || isBoundRoot(rest, prefix, dictionary);
    })
  );
}

/** Verbs in -овать and -ывать have their base before it. */
const withoutImperfective = (base: string, isInfinitive: (word: string) => boolean): string =>
  /.{3}[оеиы]в$/u.test(base) && isInfinitive(`${base}ать`) ? base.slice(0, -2) : base;

const soften = (base: string): string => base.replace(/[ьй]$/u, '');

function stripEnding(word: string): string {
  const ending = nominalEndings.find((end) => word.endsWith(end) && isRoot(word.slice(0, -end.length)));
  return ending === undefined ? word : word.slice(0, -ending.length);
}

const withoutSuffix = (stem: string, suffixes: string[]): string[] =>
  suffixes
    .filter((suffix) => stem.endsWith(suffix) && isRoot(stem.slice(0, -suffix.length)))
    .map((suffix) => stem.slice(0, -suffix.length));

/** The shapes that the last consonant can have in other words, without the shape itself. */
const variantsOf = (shape: string): string[] =>
  alternations.flatMap(([ending, replacements]) =>
    ending.test(shape) ? replacements.map((replacement) => shape.replace(ending, replacement)) : [],
  );

function foreignBase(stem: string, { isInfinitive }: Dictionary): string | undefined {
  return withoutSuffix(stem, foreignSuffixes)
    .flatMap((shape) => (stem.slice(shape.length).startsWith('а') ? [`${shape}ир`, shape] : [`${shape}ир`]))
    .find((base) => isInfinitive(`${base}овать`));
}

/** «Редактор» and «редакция», «турист» and «туризм», «боксер» and «бокс». */
function pairedRoot(stem: string, { isKnown }: Dictionary): string | undefined {
  for (const [suffix, other] of pairedSuffixes) {
    const shape = stem.slice(0, -suffix.length);
    if (stem.endsWith(suffix) && shape.length >= minLength && isKnown(shape + other)) return shape;
  }
  return undefined;
}

/** «Высота» and «высокий», «тишина» and «тихий», «смелость» and «смелый». */
function measureOf(stem: string, { isKnown }: Dictionary): string | undefined {
  const knows = (shape: string, endings: string[]) => endings.some((ending) => isKnown(shape + ending));
  const candidates = (suffixes: string[]) =>
    withoutSuffix(stem, suffixes)
      .flatMap((shape) => [shape, ...variantsOf(shape)])
      .filter(({ length }) => length >= minLength);
  return (
    candidates(['от', 'ин']).find((shape) => knows(shape, ['окий', 'ий', 'ый', 'ой', 'ивый'])) ??
    candidates(['ок', 'ив']).find((shape) => knows(shape, ['ота', 'ина']))
  );
}

/** The adjective of «колючка» and «смелость». */
function qualityOf(stem: string, { isKnown }: Dictionary): string | undefined {
  const shapes = stem.endsWith('ост')
    ? ['ый', 'ий', 'ой'].map((ending) => stem.slice(0, -3) + ending)
    : stem.endsWith('к')
      ? [`${stem.slice(0, -1)}ий`]
      : [];
  return shapes.find((shape) => shape.length > minLength + 2 && isKnown(shape));
}

/** The noun of an adjective. Of a short one the last consonant is not changed: «точный» is not made of «ток». */
function namedNoun(
  stem: string,
  { isKnown, lemmasOf, isInfinitive, isName }: Dictionary,
): string | undefined {
  for (const shape of withoutSuffix(stem, relationalSuffixes)) {
    if (shape.length < minLength) continue;
    for (const variant of shape.length > minLength ? [shape, ...variantsOf(shape)] : [shape]) {
      const ending = nounEndings.find((end) => {
        const noun = variant + end;
        return isKnown(noun) && lemmasOf(noun).includes(noun) && !isInfinitive(noun) && !isName(noun);
      });
      if (ending !== undefined) return variant + ending;
    }
  }
  return undefined;
}

/** The noun of which this one, or an adjective, is made. */
function nounOf(stem: string, { isKnown, lemmasOf }: Dictionary): string | undefined {
  for (const shape of withoutSuffix(stem, nominalSuffixes)) {
    const isWeak = weakSuffixes.has(stem.slice(shape.length));
    if (shape.length < (isWeak ? minLengthBeforeWeak : minLength)) continue;
    for (const variant of [shape, ...variantsOf(shape)]) {
      const ending = nounEndings.find(
        (end) => isKnown(variant + end) && lemmasOf(variant + end).includes(variant + end),
      );
      if (ending !== undefined) return variant + ending;
    }
  }
  return undefined;
}
