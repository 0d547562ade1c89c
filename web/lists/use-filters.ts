import type { ChangeEvent, FormEvent } from 'react';
import { useNavigate } from 'react-router';

/** A form of filters, whose values become the query of the list. `pathOf` reads them as it reads the query. */
export function useFilters(pathOf: (values: URLSearchParams) => string) {
  const navigate = useNavigate();
  function apply(form: HTMLFormElement | null): void {
    if (!form) return;
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(form)) values.set(name, String(value));
    void navigate(pathOf(values));
  }
  return {
    /** Of a form with a button. */
    onSubmit: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      apply(event.currentTarget);
    },
    /** Of a choice that applies at once. */
    onChange: (event: ChangeEvent<HTMLSelectElement>): void => apply(event.currentTarget.form),
  };
}
