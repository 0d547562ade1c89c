import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import type { BrowserQuery } from './use-browser-query.ts';

type QueryViewProps<Data> = {
  query: BrowserQuery<Data>;
  placeholder: ReactNode;
  /** The message when the data could not be loaded, and the label of the button that loads it again. */
  failed: string;
  retry: string;
  headingLevel?: 2 | 3;
  children: (data: Data) => ReactNode;
};

/** The data of a query; until then a placeholder, or the failure with a retry button. */
export function QueryView<Data>({
  query: { data, error, isLoading, reload },
  placeholder,
  failed,
  retry,
  headingLevel,
  children,
}: QueryViewProps<Data>) {
  if (data) return children(data);
  if (isLoading || !error) return placeholder;
  return (
    <EmptyState title={failed} headingLevel={headingLevel}>
      <Button onClick={reload}>{retry}</Button>
    </EmptyState>
  );
}
