import type { Element, ElementContent, Root } from 'hast';
import { common, createLowlight } from 'lowlight';
import { SKIP, visit } from 'unist-util-visit';

/** A grammar of highlight.js, its label, and the other names by which texts refer to it. */
const languages: ReadonlyArray<[grammar: string, label: string, ...aliases: string[]]> = [
  ['bash', 'Bash', 'sh', 'zsh'],
  ['c', 'C', 'h'],
  ['cpp', 'C++', 'c++', 'cc', 'hpp'],
  ['csharp', 'C#', 'cs', 'c#'],
  ['css', 'CSS'],
  ['diff', 'Diff', 'patch'],
  ['go', 'Go', 'golang'],
  ['ini', 'INI', 'toml'],
  ['java', 'Java'],
  ['javascript', 'JavaScript', 'js', 'jsx', 'mjs', 'cjs'],
  ['json', 'JSON', 'jsonc'],
  ['kotlin', 'Kotlin', 'kt'],
  ['lua', 'Lua'],
  ['makefile', 'Makefile', 'make', 'mk'],
  ['php', 'PHP'],
  ['python', 'Python', 'py'],
  ['ruby', 'Ruby', 'rb'],
  ['rust', 'Rust', 'rs'],
  ['scss', 'SCSS'],
  ['shell', 'Shell', 'console', 'shellsession'],
  ['sql', 'SQL'],
  ['swift', 'Swift'],
  ['typescript', 'TypeScript', 'ts', 'tsx'],
  ['xml', 'HTML, XML', 'html', 'svg', 'xhtml'],
  ['yaml', 'YAML', 'yml'],
];
/** Grammars whose work on the worst text is a multiple of that of the others (decision 37). */
const expensive: Readonly<Record<string, number>> = { c: 4, cpp: 4, csharp: 4, shell: 2 };
/** The cost of all colours of a text: 20,000 characters of most languages. Further code stays plain. */
const costLimit = 20_000;
/** The work of the grammars grows with the square of a line. */
const maxLineLength = 200;
/** The elements that the colours may add to a text. */
const elementLimit = 5_000;
/** Ordinary code nests a few levels. */
const maxDepth = 30;

type Language = { grammar: string; label: string };

const byName = new Map<string, Language>(
  languages.flatMap(([grammar, label, ...aliases]) =>
    [grammar, ...aliases].map((name) => [name, { grammar, label }] as const),
  ),
);
const lowlight = createLowlight(
  Object.fromEntries(Object.entries(common).filter(([grammar]) => byName.has(grammar))),
);

/** Frames the blocks of code, names their language, and colours them while the text stays within its limits. */
export function highlightCode(tree: Root): void {
  let cost = 0;
  let elements = 0;
  visit(tree, 'element', (pre, index, parent) => {
    const [code] = pre.children;
    if (pre.tagName !== 'pre' || !parent || index === undefined || code?.type !== 'element') return;
    const language = languageOf(code);
    const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
    cost += language ? text.length * (expensive[language.grammar] ?? 1) : 0;
    if (language && cost <= costLimit && elements <= elementLimit && hasShortLines(text)) {
      const colours = lowlight.highlight(language.grammar, text).children as ElementContent[];
      const added = countElements(colours);
      elements += added ?? 0;
      if (added !== null && elements <= elementLimit) code.children = colours;
    }
    (parent.children as ElementContent[])[index] = frame(pre, language);
    return SKIP;
  });
}

/** Looked up in the class that the Markdown parser gives to code with a language. */
function languageOf({ properties }: Element): Language | undefined {
  const [name] = Array.isArray(properties.className) ? properties.className : [];
  return byName.get(
    String(name)
      .replace(/^language-/, '')
      .toLowerCase(),
  );
}

/** The frame has room for the button that copies the code. */
const frame = (pre: Element, language: Language | undefined): Element => ({
  type: 'element',
  tagName: 'div',
  properties: { className: ['code-block'], dataLanguage: language?.label },
  children: [pre],
});

const hasShortLines = (text: string): boolean =>
  text.split('\n').every((line) => line.length <= maxLineLength);

/** Without recursion, since the author decides how deep strings in strings are; null for a tree that is too deep. */
function countElements(nodes: readonly ElementContent[]): number | null {
  let count = 0;
  let level = nodes;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return null;
    const found = level.filter((node) => node.type === 'element');
    count += found.length;
    level = found.flatMap(({ children }) => children);
  }
  return count;
}
