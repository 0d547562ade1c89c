import { useMemo } from 'react';
import { isSameRevision, type RevisedFields, revisedFieldNames } from '#contract/post-fields.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { revisedFieldLabels } from '#locales/ru/post-fields.ts';
import * as revisionsMessages from '#locales/ru/revisions.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { type DiffPart, shortenUnchanged, wordDiff } from './word-diff.ts';

type Cover = { image: string | null };
type ComparisonProps = {
  revision: RevisedFields & Cover & { created_at: string };
  current: RevisedFields & Cover;
};

/** Compares a revision with the current text in one column, with deleted and inserted words marked. */
export function Comparison({ revision, current }: ComparisonProps) {
  const isSame = isSameRevision(revision, current);
  const cover = revision.image === current.image ? null : revision.image;
  return (
    <section>
      <h2 className="text-xl wrap-anywhere">
        {interpolate(revisionsMessages.compared, { date: dateAndTime(revision.created_at) })}
      </h2>
      {cover && (
        <div className="mt-6">
          <h3 className="text-sm font-semibold text-soft">{revisionsMessages.cover}</h3>
          <span className="mt-2 block aspect-3/2 max-w-60 overflow-hidden rounded-sm bg-sunk">
            <Picture
              src={cover}
              info={null}
              alt={interpolate(revisionsMessages.coverOf, { title: revision.title })}
              sizes="15rem"
            />
          </span>
        </div>
      )}
      {isSame && (
        <div className="mt-4">
          <Notice>{revisionsMessages.same}</Notice>
        </div>
      )}
      {!isSame && (
        <TextChanges
          before={revision}
          after={current}
          removed={revisionsMessages.legendRemoved}
          added={revisionsMessages.legendAdded}
        />
      )}
    </section>
  );
}

type ChangesProps = { before: RevisedFields; after: RevisedFields; removed: string; added: string };

/** The differences between two texts, word by word. `removed` and `added` are the labels of the two marks. */
export function TextChanges({ before, after, removed, added }: ChangesProps) {
  return (
    <>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <del className={styles.removed}>{removed}</del>
        <ins className={styles.added}>{added}</ins>
      </p>
      {revisedFieldNames
        .filter((name) => before[name] !== after[name])
        .map((name) => (
          <Changes
            key={name}
            label={revisedFieldLabels[name]}
            before={before[name] ?? ''}
            after={after[name] ?? ''}
          />
        ))}
    </>
  );
}

function Changes({ label, before, after }: { label: string; before: string; after: string }) {
  const parts = useMemo(() => {
    const found = wordDiff(before, after);
    return found && shortenUnchanged(found);
  }, [before, after]);
  return (
    <div className="mt-6">
      <h3 className="text-sm font-semibold text-soft">{label}</h3>
      {parts === null && (
        <div className="mt-2">
          <Notice>{revisionsMessages.tooDifferent}</Notice>
        </div>
      )}
      <div className="mt-2 border-l-3 border-rule pl-4 leading-relaxed wrap-anywhere whitespace-pre-wrap sm:text-lg">
        {parts === null
          ? before
          : parts.map((part, index) => <Part key={partKey(part, index)} part={part} />)}
      </div>
    </div>
  );
}

const partKey = ({ kind }: DiffPart, index: number) => `${index} ${kind}`;

const styles = {
  removed: 'rounded-sm bg-danger-tint px-0.5 text-danger line-through decoration-1',
  added: 'rounded-sm bg-success-tint px-0.5 text-success underline decoration-1 underline-offset-4',
};

/** Marked by a line as well as by colour, and labelled for screen readers. */
function Part({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === 'same') return text;
  const Element = kind === 'added' ? 'ins' : 'del';
  return (
    <Element className={styles[kind]}>
      <span className="sr-only">
        {kind === 'added' ? revisionsMessages.added : revisionsMessages.removed}{' '}
      </span>
      {text}
    </Element>
  );
}
