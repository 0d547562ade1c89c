/** The header of a small table: names on the left, then numbers on the right. */
export function TableHead({ columns: [name, ...numbers] }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr className="border-b border-rule text-xs text-muted">
        <th className="py-2 text-left">{name}</th>
        {numbers.map((label) => (
          <th key={label} className={numberCellClass}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export const numberCellClass = 'py-2 pl-4 text-right align-top tabular-nums';
