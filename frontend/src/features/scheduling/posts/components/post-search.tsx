import { POSTS_PAGE } from '@posthorn/contracts/scheduling/posts.http';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';
import { POSTS_TEXT } from '../messages.en.ts';

export function PostSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div role="search" className="relative">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3.5 size-5 text-muted" />
      <Input
        type="search"
        aria-label={POSTS_TEXT.search}
        placeholder={POSTS_TEXT.searchHint}
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
          aria-label={POSTS_TEXT.clearSearch}
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
