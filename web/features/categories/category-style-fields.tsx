import type { ComponentProps, ReactNode } from 'react';
import { type Control, type UseFormRegister, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { categoryBody } from '#contract/categories.ts';
import { categoryColors, categoryMarks } from '#contract/category-style.ts';
import * as categoryStyleMessages from '#locales/ru/category-style.ts';
import { CategoryMark, categoryStyle } from '#web/categories/category-mark.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';

type Values = z.input<typeof categoryBody>;
type Body = z.output<typeof categoryBody>;

type FieldsProps = { register: UseFormRegister<Values>; control: Control<Values, unknown, Body> };

/** A radio button without a value stands for null. */
const emptyIsNull = { setValueAs: (value: string | null) => (value === '' ? null : value) };

/** Colour and mark of a category, with a preview. */
export function CategoryStyleFields({ register, control }: FieldsProps) {
  const [color, mark] = useWatch({ control, name: ['color', 'mark'] });
  return (
    <>
      <RadioGroup legend={categoryStyleMessages.color}>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1">
          {categoryColors.map((name) => (
            <Choice
              key={name}
              label={categoryStyleMessages.colors[name]}
              value={name}
              {...register('color', emptyIsNull)}
            >
              <span {...categoryStyle({ color: name })} className="size-6 rounded-full bg-category" />
            </Choice>
          ))}
          <Choice label={categoryStyleMessages.noColor} value="" {...register('color', emptyIsNull)}>
            <span className="size-6 rounded-full border-2 border-dashed border-rule-strong" />
          </Choice>
        </div>
      </RadioGroup>
      <RadioGroup legend={categoryStyleMessages.mark}>
        <div
          {...categoryStyle({ color: color ?? null })}
          className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1 text-category"
        >
          {categoryMarks.map((name) => (
            <Choice key={name} label={categoryStyleMessages.marks[name]} value={name} {...register('mark')}>
              <CategoryMark category={{ mark: name }} className="size-6" />
            </Choice>
          ))}
        </div>
      </RadioGroup>
      <Preview control={control} color={color ?? null} mark={mark ?? null} />
    </>
  );
}

/** A radio button shown as a square with a picture. */
function Choice({
  label,
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: string; children: ReactNode }) {
  return (
    <label
      title={label}
      className="relative flex size-11 cursor-pointer items-center justify-center rounded-md border border-transparent hover:border-rule-strong has-checked:border-ink has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-accent"
    >
      <input
        {...rest}
        type="radio"
        aria-label={label}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {children}
    </label>
  );
}

function Preview({ control, color, mark }: Pick<FieldsProps, 'control'> & Pick<Body, 'color' | 'mark'>) {
  const name = useWatch({ control, name: 'name' });
  return (
    <div>
      <p className="mb-2 text-sm font-medium">{categoryStyleMessages.preview}</p>
      <div
        {...categoryStyle({ color: color ?? null })}
        className="flex flex-col gap-2 rounded-sm border-t-3 border-category bg-category-tint p-4"
      >
        <p className="flex items-center gap-1.5 text-sm font-medium text-category">
          <CategoryMark category={{ mark: mark ?? null }} className="size-4" />
          <span className="min-w-0 wrap-anywhere">{name || categoryStyleMessages.previewName}</span>
        </p>
        <p className="font-serif text-lg leading-6 font-semibold">{categoryStyleMessages.previewTitle}</p>
      </div>
    </div>
  );
}
