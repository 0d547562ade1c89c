import type { Element } from 'hast';

const inClass = /(?:^|\s)(?:brush:\s?|lang:|lang(?:uage)?-)([\w+#.-]+)/i;

/** Plugins for code name the language at the block; Markdown takes it from the code within. */
export function markLanguage(block: Element): void {
  const { className, dataEnlighterLanguage, lang } = block.properties;
  const named = inClass.exec(Array.isArray(className) ? className.join(' ') : '')?.[1];
  const language = [lang, dataEnlighterLanguage, named].find((one) => typeof one === 'string' && one !== '');
  const isMarked = block.children.some((one) => one.type === 'element' && one.properties.className);
  if (language === undefined || isMarked) return;
  const properties = { className: [`language-${String(language).toLowerCase()}`] };
  block.children = [{ type: 'element', tagName: 'code', properties, children: block.children }];
}
