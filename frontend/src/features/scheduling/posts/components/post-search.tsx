import { POSTS_PAGE } from '@posthorn/contracts/scheduling/posts.http';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';

export function PostSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div role="search" className="relative">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3.5 size-5 text-muted" />
      <Input
        type="search"
        aria-label="Search posts"
        placeholder="Search posts by content or hashtags..."
        value={value}
        maxLength={POSTS_PAGE.searchMax}
        onChange={(event) => {
          onChange(event.target.value);
        }}
        className="pr-11 pl-11 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <Button
          variant="quiet"
          size="icon"
          aria-label="Clear the search"
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
