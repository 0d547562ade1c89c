import { getTexts } from './front-matter-values.ts';
import type { YamlFields, YamlValue } from './yaml-value.ts';

export type Generator = 'jekyll' | 'hexo' | 'hugo' | 'eleventy' | 'zola';

/** What the engine of a blog reads beside CommonMark. */
export type Markup = {
  /** A line end is a break. */
  breaks?: boolean;
  /** `: a definition` below a term. */
  definitions?: boolean;
  /** `*[name]: meaning`. */
  abbreviations?: boolean;
  /** `:smile:` */
  emoji?: boolean;
  /** `H~2~O` */
  sub?: boolean;
  /** `10^6^` */
  sup?: boolean;
};

const fieldsOf = (value: YamlValue | undefined): YamlFields =>
  value?.kind === 'map' ? value.fields : new Map();

/** Hugo reads names in any case. */
export const getOption = (fields: YamlFields, name: string): YamlValue | undefined =>
  fields.get(name) ?? [...fields].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

const fieldsAt = (fields: YamlFields, ...path: string[]): YamlFields =>
  path.reduce((found, name) => fieldsOf(getOption(found, name)), fields);

function isOn(fields: YamlFields, name: string, fallback = false): boolean {
  const value = getOption(fields, name);
  return value?.kind === 'text' ? /^(?:true|yes|on)$/i.test(value.text.trim()) : fallback;
}

const plugins = (names: ReadonlySet<string>): Markup => ({
  definitions: names.has('markdown-it-deflist'),
  abbreviations: names.has('markdown-it-abbr'),
  emoji: names.has('markdown-it-emoji'),
  sub: names.has('markdown-it-sub'),
  sup: names.has('markdown-it-sup'),
});

const readers: Readonly<Record<Generator, (fields: YamlFields, packages: ReadonlySet<string>) => Markup>> = {
  jekyll(fields, packages) {
    const named = new Set([...getTexts(fields, ['plugins', 'gems']).map(({ text }) => text), ...packages]);
    const isKramdown = !/commonmark/i.test(getTexts(fields, ['markdown'])[0]?.text ?? '');
    return {
      breaks: isOn(fieldsAt(fields, 'kramdown'), 'hard_wrap'),
      definitions: isKramdown,
      abbreviations: isKramdown,
      emoji: named.has('jemoji'),
    };
  },
  hexo(fields, packages) {
    const emoji = [...packages].some((name) => /^hexo-filter-.*emoji/.test(name));
    const has = (part: string) => [...packages].some((name) => name.endsWith(`hexo-renderer-${part}`));
    if (has('pandoc')) return { definitions: true, sub: true, sup: true, emoji };
    if (has('markdown-it-plus')) {
      const breaks = isOn(fieldsAt(fields, 'markdown_it_plus'), 'breaks', true);
      return { definitions: true, abbreviations: true, sub: true, sup: true, emoji: true, breaks };
    }
    if (has('markdown-it')) {
      const given = fieldsAt(fields, 'markdown');
      const named = new Set(getTexts(given, ['plugins'], ['name']).map(({ text }) => text));
      const found = plugins(named);
      return {
        ...found,
        breaks: isOn(fieldsAt(given, 'render'), 'breaks', true),
        emoji: found.emoji === true || emoji,
      };
    }
    const marked = fieldsAt(fields, has('kramed') ? 'kramed' : 'marked');
    const breaks = isOn(marked, 'breaks', true);
    return { breaks, definitions: breaks && isOn(marked, 'descriptionLists', true), emoji };
  },
  hugo(fields) {
    const goldmark = fieldsAt(fields, 'markup', 'goldmark');
    const extensions = fieldsAt(goldmark, 'extensions');
    return {
      breaks: isOn(fieldsAt(goldmark, 'renderer'), 'hardWraps'),
      definitions: isOn(extensions, 'definitionList', true),
      emoji: isOn(fields, 'enableEmoji'),
      sub: isOn(fieldsAt(extensions, 'extras', 'subscript'), 'enable'),
      sup: isOn(fieldsAt(extensions, 'extras', 'superscript'), 'enable'),
    };
  },
  zola: (fields) => ({
    definitions: isOn(fieldsAt(fields, 'markdown'), 'definition_list'),
    emoji: isOn(fieldsAt(fields, 'markdown'), 'render_emoji'),
  }),
  eleventy: (_, packages) => plugins(packages),
};

/** The markup of a blog by its configuration, and the packages that it uses. */
export const readMarkup = (
  generator: Generator,
  fields: YamlFields,
  packages: readonly string[] = [],
): Markup => readers[generator](fields, new Set(packages));
