import { closedFamilies, openFamilies } from './families.ts';
import { irregular } from './irregular-roots.ts';
import type { Morphology } from './morphology.ts';

/** What related words share: the base includes the prefix of a verb, the root does not. */
export type Family = { base: string; root: string };

type Dictionary = Pick<Morphology, 'isKnown' | 'isInfinitive' | 'isName' | 'lemmasOf'>;

const list = (text: string): string[] => text.trim().split(/\s+/u);
const longestFirst = (text: string): string[] =>
  list(text).toSorted((left, right) => right.length - left.length);
const shortestFirst = (text: string): string[] =>
  list(text).toSorted((left, right) => left.length - right.length);

const verbEndings = longestFirst(
  'овать евать ивать ывать нуть ать ять еть ить уть оть ыть чь сти зти сть зть ти ть',
);
const nominalEndings = longestFirst('ый ий ой ая яя ое ее ые ие ия ье ья ьё а я о е ь й ы');
/** Suffixes of nouns and adjectives that are made of verbs. */
const verbalSuffixes = shortestFirst(`
  ен ан ян ован еван иван ыван ень ань янь нь т
  енн анн янн ованн еванн иванн ыванн енност анност ованност ност ност
  к ок овк евк иловк лк алк ялк илк елк ежк ушк ик ниц ник ночк
  ител ател ятел етел тел ительниц ательниц ятельниц тельниц ительств ательств ительн ательн ятельн тельн
  овател евател ывател ивател овательн овательск овательниц овательств ительск ательск
  альник яльник ильник альн яльн ильн льн
  щик чик льщик альщик ильщик овщик евщик щиц чиц льщиц овщиц ун ач ец арь ар ист ер ор
  ств еств ж аж еж еб ьб ель ебн ичн ух бищ илищ алост язн езн енник нич ток йц йств
  н ьн ительност ательност чив лив ем им аем яем уем аемост яемост уемост имост ут нут ущ ющ ащ ящ вш ш л ал ил ков очн
`);
/** Those of nouns and adjectives that are made of nouns. */
const nominalSuffixes = longestFirst(`
  ьник ьниц нич ант ир янн ебн
  н ьн енн онн ейн ов ев ск еск овск евск инск енск ическ ческ ист оват ник ниц ньк щик чик ак як ач
  ств еств овец ец анин янин очн ечн ичн овник евник овн евн ивн тельн альн льн иан ин ян яр ар янск анск
`);
/** Suffixes of verbs in -ировать and of their derivatives. */
const foreignSuffixes = longestFirst(
  'ировк ирован ированн ац яц иц атор ятор ативн аци ировщик ирова ационн яционн ирующ',
);
const verifyingEndings = [
  'ать',
  'ить',
  'еть',
  'ять',
  'нуть',
  'овать',
  'евать',
  'вать',
  'ывать',
  'ивать',
  'ти',
  'сти',
  'сть',
  'уть',
  'оть',
];
const nounEndings = ['и', '', 'а', 'я', 'о', 'е', 'ь', 'й', 'ия', 'ие', 'ы'];
const prefixes = longestFirst(
  'без бес взо воз вос вз вс во в вы до за изо из ис надо над на недо не обо об о ото от пере подо под по пред пре при про разо раз рас со с су у',
);

const irregularBases = new Set(irregular.values());
const isIrregular = (base: string): boolean => irregular.has(base) || irregularBases.has(base);
const unprefixed = new Set(
  'стро строй снег снеж друг друж игр стар стор стан став спор сид сад уч огород зав обед'.split(' '),
);
/** Nouns with the base of a verb that has nothing to do with them. */
const notOfVerbs = new Set(
  list(
    'машина картина опера рис кот ложь ложе мир корма буря леска кружка кружево ложка точка палка банка рамка марка печка почка рождество',
  ),
);
const shortBases = new Set(list('мы пи ши би жи ви ли ры кры вы ши ду гни'));
const minLength = 3;
const vowel = /[аеиоуыэюя]/u;
const alternations: Array<[RegExp, string[]]> = [
  [/(?<=[пбвмф])л$/u, ['']],
  [/жд$/u, ['д']],
  [/ск$/u, ['ст']],
  [/щ$/u, ['т', 'ст', 'ск']],
  [/ч$/u, ['к', 'т', 'ц']],
  [/ж$/u, ['г', 'з', 'д']],
  [/ш$/u, ['х', 'с']],
  [/(?<=[аеиоуыэюя])й$/u, ['']],
];

let listed: Map<string, Family> | undefined;

/** The family of a base form: «покупка» has the base of «покупать» and the root of «купить». Undefined for names. */
export function familyOf(lemma: string, dictionary: Dictionary): Family | undefined {
  listed ??= readFamilies(dictionary);
  return listed.get(lemma) ?? deriveFamily(lemma, dictionary);
}

/** The families of the lists: a family joins the root that most of its words have. */
function readFamilies(dictionary: Dictionary): Map<string, Family> {
  const families = new Map<string, Family>();
  for (const words of linesOf(openFamilies)) {
    const roots = words.flatMap((word) => deriveFamily(word, dictionary)?.root ?? []);
    const common = roots.toSorted((left, right) => countOf(roots, right) - countOf(roots, left))[0];
    const root = common !== undefined && countOf(roots, common) > 1 ? common : `w:${words[0]}`;
    for (const word of words)
      if (deriveFamily(word, dictionary)?.root !== root) families.set(word, { base: root, root });
  }
  for (const words of linesOf(closedFamilies))
    for (const word of words) families.set(word, { base: `w:${words[0]}`, root: `w:${words[0]}` });
  return families;
}

const linesOf = (text: string): string[][] => text.trim().split('\n').map(list);
const countOf = (items: string[], item: string): number => items.filter((other) => other === item).length;

function deriveFamily(lemma: string, dictionary: Dictionary, depth = 0): Family | undefined {
  if (lemma.length < minLength || dictionary.isName(lemma)) return undefined;
  if (/йти$|^идти$/u.test(lemma)) return { base: lemma, root: 'йти' };
  const isVerb = (base: string) =>
    isIrregular(base) || isPrefixedIrregular(base) || hasVerb(base, dictionary);
  const verbOf = (shape: string): string | undefined => {
    if (isIrregular(shape) || isPrefixedIrregular(shape)) return shape;
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
  const direct = notOfVerbs.has(lemma) ? undefined : verbOf(stem);
  if (direct !== undefined && (!isAdjective || isIrregular(stem)))
    return withRoot(direct, isVerb, dictionary);
  for (const shape of notOfVerbs.has(lemma) ? [] : withoutSuffix(stem, verbalSuffixes)) {
    if (stem.length - shape.length === 1 && stem.endsWith('к') && !/к[аи]$/u.test(word)) continue;
    if (stem.length - shape.length === 1 && stem.endsWith('т') && !isShortBase(shape)) continue;
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
  const measure = measureOf(stem, dictionary);
  if (measure !== undefined) return { base: `n:${measure}`, root: `n:${measure}` };
  const quality = qualityOf(stem, dictionary);
  if (depth < 2 && quality !== undefined) return deriveFamily(quality, dictionary, depth + 1);
  const noun = depth < 2 ? nounOf(stem, dictionary) : undefined;
  const family = noun === undefined ? undefined : deriveFamily(noun, dictionary, depth + 1);
  if (family === undefined && direct !== undefined) return withRoot(direct, isVerb, dictionary);
  return family ?? { base: `n:${stem}`, root: `n:${stem}` };
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
  return endings.some((ending) => isInfinitive(base + ending) || isInfinitive(`${base}${ending}ся`));
}

const isPrefixedIrregular = (base: string): boolean =>
  prefixes.some((prefix) => base.startsWith(prefix) && isIrregular(base.slice(prefix.length)));

/** The family of a verb in -ировать, whose noun may be its root: «телеграфировать». */
function ofForeign(base: string, { isInfinitive, isKnown }: Dictionary): Family {
  const prefix = prefixes.find(
    (start) => base.startsWith(start) && isInfinitive(`${base.slice(start.length)}овать`),
  );
  const root = base.slice(prefix?.length ?? 0);
  const noun = root.slice(0, -2);
  return {
    base: `v:${base}`,
    root: noun.length > minLength + 1 && isKnown(noun) ? `n:${noun}` : `v:${root}`,
  };
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
  const dental = ['д', 'т', 'с', 'з', 'ст'].find((letter) => lemmasOf(`${start}${letter}у`).includes(word));
  return start + (dental ?? 'с');
}

/** «Разговаривать» has the base of «разговорить». */
function withoutVowelChange(shape: string, ending: string, { isInfinitive }: Dictionary): string {
  if (!/^[иы]вать$/u.test(ending)) return shape;
  const changed = shape.replace(/а([^аеиоуыэюя]+)$/u, 'о$1');
  return isInfinitive(`${changed}ить`) || isInfinitive(`${changed}ать`) ? changed : shape;
}

/** The prefix goes only if the verb exists without it. */
function withRoot(found: string, isVerb: (base: string) => boolean, dictionary: Dictionary): Family {
  const base = isIrregular(found) ? found : withoutImperfective(found, dictionary.isInfinitive);
  const start = prefixes.find((prefix) => {
    const rest = base.slice(prefix.length);
    return (
      base.startsWith(prefix) &&
      !unprefixed.has(base) &&
      !isIrregular(base) &&
      (rest.length >= minLength || isIrregular(rest)) &&
      isVerb(rest)
    );
  });
  const shape = base.slice(start?.length ?? 0);
  const root = irregular.get(shape) ?? soften(shape);
  return {
    base: `v:${irregular.get(base) ?? (start === undefined ? '' : fullPrefix(start)) + root}`,
    root: `v:${root}`,
  };
}

/** «Со-брать» and «с-бор» have one prefix, «рас-» and «раз-» too. */
const fullPrefix = (prefix: string): string =>
  prefix.replace(/^(с|в|вз|из|над|об|от|под|раз|воз)о$/u, '$1').replace(/^(ра|и|во|в|бе)с$/u, '$1з');

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
    .map((shape) => `${shape}ир`)
    .find((base) => isInfinitive(`${base}овать`));
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

/** The noun of which this one, or an adjective, is made. */
function nounOf(stem: string, { isKnown, lemmasOf }: Dictionary): string | undefined {
  for (const shape of withoutSuffix(stem, nominalSuffixes)) {
    if (shape.length < minLength) continue;
    for (const variant of [shape, ...variantsOf(shape)]) {
      const ending = nounEndings.find(
        (end) => isKnown(variant + end) && lemmasOf(variant + end).includes(variant + end),
      );
      if (ending !== undefined) return variant + ending;
    }
  }
  return undefined;
}
