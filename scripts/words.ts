type Place = 'name' | 'prose';

export type WordRule = {
  word: string;
  standard: string;
  pattern: RegExp;
  where: Place[];
  /** Files in which the word is private; elsewhere it is ordinary English. */
  only?: RegExp;
};

const everywhere: Place[] = ['name', 'prose'];
const asName: Place[] = ['name'];
const inProse: Place[] = ['prose'];

/** A rule for whole words, whose text is a regular expression. */
const rule = (word: string, standard: string, where: Place[] = everywhere, only?: RegExp): WordRule => ({
  word,
  standard,
  pattern: new RegExp(`(?<![\\p{L}\\d-])(?:${word})(?![\\p{L}\\d-])`, 'u'),
  where,
  ...(only && { only }),
});

/** Words of former versions for which the field has a standard word. */
export const privateWords: WordRule[] = [
  rule('crowds?', 'cluster'),
  rule('kept (?:answers?|pages?|reads?|responses?)', 'cached response'),
  rule('made answers?|makers?', 'rendered response, render function'),
  rule('shown tags', 'cache tags'),
  rule('ears?|hears?|heard', 'change listener'),
  rule('announc(?:e|es|ed|ing|ement)', 'notify'),
  rule('(?:short |long |every )?roads?', 'fast path, slow path, way'),
  rule('(?<!in )flights?', 'in-flight request', asName),
  rule('spoil(?:s|t|ed)?', 'stale'),
  rule('gates?', 'concurrency limiter'),
  rule('wires?', 'raw request, raw response', asName),
  rule('patience|hurry', 'graceful shutdown, forced shutdown'),
  rule('(?:picture|render) threads?', 'image worker, Markdown worker'),
  rule('vital', 'critical'),
  rule('utf8 of', 'encodeUtf8', asName),
  rule('rooms|houses?', 'module'),
  rule('doors?', 'public API', asName),
  rule('to (?:the|its|their) left', 'dependency order', inProse),
  rule('sabotages?', 'mutation test'),
  rule('nets|safety nets?', 'safeguard'),
  rule('slots?', 'placeholder', everywhere, /compiled-query-cache/),
  rule('planned', 'scheduled, with planner settings'),
  rule('from nearer end', 'reverse pagination', asName),
  rule('proven by samples', 'sampled count', asName),
  rule('moments?', 'timestamp, time'),
  rule('post words|post months', 'post search index, monthly post counts'),
  rule('recounts?|post places?', 'counters'),
  rule('figures', 'statistics, stats', asName),
  rule('notices', 'notifications', asName),
  rule('letters? (?:to|from|of) the (?:office|editors?)|feedback letters?', 'e-mail, feedback message'),
  rule('samples?', 'examples', everywhere, /^contract\//),
  rule('says', 'error messages', asName),
  rule('portraits?', 'avatar'),
  rule('answer(?:s|ed|ing)?', 'response, respond; reply (to a comment)'),
  rule('former texts?', 'revision'),
  rule('taken? back', 'unpublished, hidden, deleted'),
  rule('truth', 'provider state'),
  rule('money events?', 'billing event'),
  rule('tell', 'publish', asName),
  rule('moody|unreliable', 'fault injection'),
  rule('carr(?:y|ies|ied) out', 'execute'),
  rule('give up|end leftovers', 'cancel, expire stale', asName),
  rule('stand-?ins?', 'fake'),
  rule('life|lives', 'entitlement, lifetime', asName),
  rule('login places?', 'known networks'),
  rule('once for|settle', 'idempotent execution, commit response', asName, /idempotency/),
  rule('(?<!prose )mirrors?', 'local draft store'),
  rule('offers', 'recoverable drafts', asName, /^web\//),
  rule('late (?:code|scripts?)', 'lazy module, deferred scripts'),
  rule('press(?:ed)? (?:again|early)', 'event replay', everywhere, /^(?:web|tests\/e2e)\//),
  rule('stays? here', 'suppress redirect'),
  rule('(?:reading|taking|coming) parts', 'reader, participant, placeholder variants', asName),
  rule('abilit(?:y|ies)', 'permissions'),
  rule('use loaded|personal', 'per-user query', asName, /^web\//),
  rule('quiet', 'suppress error toast', asName, /^web\/api\//),
  rule('facts', 'metadata list', asName),
  rule('efforts?|intricate', 'complexity limit', asName),
  rule('story|stories', 'history'),
  rule('#?text/', 'locales', inProse),
];

/** Words and turns of phrase that the documentation of PostgreSQL or Fastify would not use. */
export const archaicWords: WordRule[] = [
  rule('anew', 'again', inProse),
  rule('lest', 'so that … not', inProse),
  rule('crosswise', 'in both directions', inProse),
  rule('whoever|whomever', 'a user who, a client that', inProse),
  rule('thereof|therein|thereby|wherein|whereby|hereby|herein', 'a new sentence', inProse),
  rule('divided by', 'separated by', inProse),
  rule('for ever', 'forever, permanently', inProse),
  rule('he|his|him|himself', 'they, or the role', inProse),
  rule('dear(?:er|est)?', 'expensive', inProse),
  rule('mend(?:s|ed|ing)?', 'fix', inProse),
  rule('upon|till|nought|whilst|hitherto|amidst', 'on, until, nothing, while', inProse),
  rule('by word of|by itself alone', 'by', inProse),
  rule(
    'what (?:is|was|are|were) (?:kept|made|shown|written|sent|known|asked|read|left|missing|said|typed|new|old|stored|not)',
    'the noun itself',
    inProse,
  ),
];

/**
 * Places where a word is right, with the reason. Words with many ordinary uses have no rule: part, place, right, slot
 * (of a limiter), text, turn, word, writer.
 */
export const wordExceptions: Array<{ words: RegExp; files: RegExp; reason: string }> = [
  {
    words: /crowd|ears|rooms|wires|road|figures/,
    files: /^scripts\/demo-pictures\//,
    reason: 'the pictures show houses, streets, people and wheat',
  },
  {
    words: /announc/,
    files: /^(?:web|locales)\//,
    reason: 'screen readers announce; `aria-live` regions hold announcements',
  },
  {
    words: /effort/,
    files: /^server\/features\/media\/|^scripts\/(?:draw-demo-pictures|screenshots)\.ts$/,
    reason: 'an option of the image encoders',
  },
  {
    words: /figures/,
    files: /^server\/platform\/markdown\/pictures\.ts$|^tests\/editor\//,
    reason: 'elements `figure` of HTML',
  },
  {
    words: /planned/,
    files: /^server\/features\/imports\//,
    reason: 'an import makes a plan before it writes',
  },
  {
    words: /notices|figures/,
    files: /^contract\/|^server\/cache-tags\.ts$|^server\/features\/payments\/staff-payment|^tests\//,
    reason: 'names of API operations and fields, on which clients depend',
  },
  { words: /divided by/, files: /^bench\/compare\.ts$/, reason: 'a quotient' },
];
