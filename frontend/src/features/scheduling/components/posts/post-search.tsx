import { POSTS_PAGE } from '@posthorn/contracts/scheduling/posts.http';
import { SearchBox } from '#ui/search-box.tsx';
import { POSTS_TEXT } from '../../messages/posts.en.ts';

export const PostSearch = (props: Readonly<{ value: string; onChange: (value: string) => void }>) => (
  <SearchBox
    label={POSTS_TEXT.search}
    hint={POSTS_TEXT.searchHint}
    clear={POSTS_TEXT.clearSearch}
    maxLength={POSTS_PAGE.searchMax}
    {...props}
  />
);
