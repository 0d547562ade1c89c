import { Fragment } from 'react';

/**
 * A text for boxes with a limited number of lines. Browsers cut plain text before the ellipsis in the middle of a word, and
 * leave out the whole of an inline block.
 */
export const WholeWords = ({ text }: { text: string }) =>
  text.split(' ').map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity but their position
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className="inline-block max-w-full [text-decoration:inherit]">{word}</span>
    </Fragment>
  ));
