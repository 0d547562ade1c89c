import { Children, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

type ListProps = {
  /** `wrap`: as many lines as needed. `drop`: one line with the first two items, and as many others as fit. */
  line?: 'wrap' | 'drop';
  className?: string;
  children: ReactNode;
};

const lineClasses = { wrap: '', drop: 'metadata-list-dropping' };

/** Short items separated by middle dots, without a dot at a line break. */
export function MetadataList({ line = 'wrap', className, children }: ListProps) {
  const items = Children.toArray(children);
  const pair = line === 'drop' ? items.splice(0, 2) : [];
  return (
    <div className={classNames('metadata-list', lineClasses[line], className)}>
      <p>
        {pair.length > 0 && (
          <span className="metadata-pair">
            <Items items={pair} />
          </span>
        )}
        <Items items={items} />
      </p>
    </div>
  );
}

const Items = ({ items }: { items: readonly ReactNode[] }) =>
  items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their position
    <span key={index}>{item}</span>
  ));
