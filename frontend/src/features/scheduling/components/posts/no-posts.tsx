import SearchX from 'lucide-react/icons/search-x';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { ListFilter } from '../../model/post-filter.ts';
import { NO_POSTS_TEXT } from '../../messages/no-posts.en.ts';

type NoPostsProps = Readonly<{
  filter: ListFilter;
  searching: boolean;
  onClearSearch: () => void;
  onShowAll: () => void;
}>;

/** Explains why the list is empty, and offers the next step. */
export function NoPosts({ filter, searching, onClearSearch, onShowAll }: NoPostsProps) {
  return (
    <EmptyState
      icon={SearchX}
      title={searching ? NO_POSTS_TEXT.noMatch : NO_POSTS_TEXT.titles[filter]}
      actions={
        <>
          {searching && <Button onClick={onClearSearch}>{NO_POSTS_TEXT.clearSearch}</Button>}
          <Button onClick={onShowAll}>{NO_POSTS_TEXT.showAll}</Button>
        </>
      }
    >
      {searching ? NO_POSTS_TEXT.noMatchHint : NO_POSTS_TEXT.hints[filter]}
    </EmptyState>
  );
}
