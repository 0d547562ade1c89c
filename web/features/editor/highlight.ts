import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { Root, RootContent } from 'hast';

type Highlight = (language: string, code: string) => Root | null;

/** Longer code is not highlighted, because of its cost. */
const maxCodeLength = 20_000;
const key = new PluginKey<DecorationSet>('highlight');
let highlight: Highlight | null = null;

/** Highlights code by its language. The grammars load with the first code block that has a language. */
export function highlightPlugin(nodeName: string): Plugin<DecorationSet> {
  const rangesByNode = new WeakMap<Node, Range[]>();
  const buildDecorations = (doc: Node): DecorationSet => {
    const decorations: Decoration[] = [];
    doc.descendants((node, position) => {
      if (node.type.name !== nodeName) return !node.isTextblock;
      const ranges = rangesByNode.get(node) ?? rangesOf(node);
      if (highlight) rangesByNode.set(node, ranges);
      for (const { from, to, className } of ranges)
        decorations.push(Decoration.inline(position + 1 + from, position + 1 + to, { class: className }));
      return false;
    });
    return DecorationSet.create(doc, decorations);
  };
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_config, { doc }) => buildDecorations(doc),
      apply: (transaction, decorations) =>
        transaction.docChanged || transaction.getMeta(key) ? buildDecorations(transaction.doc) : decorations,
    },
    props: { decorations: (state) => key.getState(state) },
    view: (view) => {
      const loadIfNeeded = (current: EditorView): void => {
        if (!highlight && hasLanguage(current.state.doc, nodeName)) void loadGrammars(current);
      };
      loadIfNeeded(view);
      return { update: loadIfNeeded };
    },
  });
}

async function loadGrammars(view: EditorView): Promise<void> {
  // Highlighting is optional, so the author is not told about a failure.
  const grammars = await import('./grammars.ts').catch(() => null);
  if (!grammars || view.isDestroyed || highlight) return;
  highlight = grammars.highlight;
  view.dispatch(view.state.tr.setMeta(key, true).setMeta('addToHistory', false));
}

function hasLanguage(doc: Node, nodeName: string): boolean {
  let found = false;
  doc.descendants((node) => {
    found ||= node.type.name === nodeName && Boolean(node.attrs.language);
    return !found && !node.isTextblock;
  });
  return found;
}

type Range = { from: number; to: number; className: string };

function rangesOf(node: Node): Range[] {
  const code = node.textContent;
  if (!highlight || !node.attrs.language || code.length > maxCodeLength) return [];
  const tree = highlight(String(node.attrs.language), code);
  const ranges: Range[] = [];
  const walk = (part: Root | RootContent, from: number): number => {
    if (part.type === 'text') return from + part.value.length;
    if (!('children' in part)) return from;
    let to = from;
    for (const child of part.children) to = walk(child, to);
    const names = part.type === 'element' ? part.properties.className : null;
    if (Array.isArray(names)) ranges.push({ from, to, className: names.join(' ') });
    return to;
  };
  if (tree) walk(tree, 0);
  return ranges;
}
