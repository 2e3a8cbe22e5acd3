import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { Button } from './button.tsx';
import { Input } from './input.tsx';

type SearchBoxProps = Readonly<{
  label: string;
  hint: string;
  /** The label of the button that clears the field. */
  clear: string;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
}>;

/** The search field of a list. */
export function SearchBox({ label, hint, clear, value, maxLength, onChange }: SearchBoxProps) {
  return (
    <div role="search" className="relative">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3.5 size-5 text-muted" />
      <Input
        type="search"
        aria-label={label}
        placeholder={hint}
        value={value}
        maxLength={maxLength}
        onChange={(event) => {
          onChange(event.target.value);
        }}
        className="pr-11 pl-11 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={clear}
          className="absolute top-0 right-0"
          onClick={() => {
            onChange('');
          }}
        >
          <X aria-hidden />
        </Button>
      )}
    </div>
  );
}
