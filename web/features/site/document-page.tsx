import type { ReactNode } from 'react';
import type { Document } from '#locales/document.ts';
import { bindShortWords } from '#locales/typography.ts';
import { Container } from '#web/ui/container.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

/** A static text page about the site; needs no scripts. */
export function DocumentPage({ document: { title, lead, sections } }: { document: Document }) {
  return (
    <Container width="text" className="pt-8 pb-16 sm:pt-12">
      {/* «конфиденциальности» fits on a line of a phone. */}
      <h1 className="text-[min(2.25rem,7.4vw)] leading-tight font-bold sm:text-5xl">{title}</h1>
      <p className="mt-4 font-serif text-xl text-soft">
        <LinkedText text={lead} />
      </p>
      <div className="article mt-8 border-t-3 border-ink pt-6">
        {sections.map((section) => (
          <section key={section.title} className="not-first:mt-8">
            <h2>{section.title}</h2>
            {section.blocks.map((block, index) =>
              typeof block === 'string' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text are never reordered
                <p key={index} className="mt-3">
                  <LinkedText text={block} />
                </p>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text are never reordered
                <ul key={index} className="mt-3">
                  {block
                    .map((item) => (typeof item === 'string' ? { id: undefined, text: item } : item))
                    .map(({ id, text }) => (
                      <li key={text} id={id} className="scroll-mt-24 target:bg-sunk">
                        <LinkedText text={text} />
                      </li>
                    ))}
                </ul>
              ),
            )}
          </section>
        ))}
      </div>
    </Container>
  );
}

/** Text with `[links](/to)` in Markdown syntax. */
function LinkedText({ text }: { text: string }): ReactNode {
  return text.split(/(\[[^\][]+\]\([^()]+\))/).map((part) => {
    const [, label, to] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (!label || !to) return bindShortWords(part);
    return (
      <TextLink key={to + label} to={to}>
        {label}
      </TextLink>
    );
  });
}
