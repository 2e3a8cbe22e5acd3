import { classNames } from '#lib/class-names.ts';

type NumbersTableProps = Readonly<{
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}>;

/** The data of a chart as a table. A large table scrolls separately from the page. */
export const NumbersTable = ({ label, head, rows }: NumbersTableProps) => (
  <div
    role="region"
    aria-label={label}
    tabIndex={0}
    className="max-h-80 overflow-auto rounded-xl border text-sm"
  >
    <table className="w-full tabular-nums">
      <thead className="sticky top-0 bg-sunken text-xs text-muted">
        <tr>
          {head.map((name, column) => (
            <th key={name} scope="col" className={classNames('px-3 py-2 font-medium', side(column))}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = '', ...cells], row) => (
          <tr key={`${String(row)} ${first}`} className="border-t">
            <th scope="row" className="px-3 py-2 text-left font-normal whitespace-nowrap">
              {first}
            </th>
            {cells.map((cell, column) => (
              <td key={head[column + 1]} className={classNames('px-3 py-2', side(column + 1))}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const side = (column: number): string => (column === 0 ? 'text-left' : 'text-right');
