import type { ReactNode } from 'react';
import Inbox from 'lucide-react/icons/inbox';
import SearchX from 'lucide-react/icons/search-x';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { PostFilter } from '../../post-filter.ts';

const TITLES: Readonly<Record<PostFilter, string>> = {
  all: 'No posts',
  scheduled: 'No scheduled posts',
  posted: 'No posted posts',
  failed: 'No failed posts',
  attention: 'Nothing needs you',
};
const HINTS: Readonly<Record<PostFilter, string>> = {
  all: 'Posts appear here when they are scheduled.',
  scheduled: 'Posts appear here when they are scheduled.',
  posted: 'Posts appear here when they are out.',
  failed: 'No post has failed on any account.',
  attention: 'No post has failed, waits for a reconnect or has to be checked.',
};

type NoPostsProps = Readonly<{
  /** The user has no posts at all. */
  none: boolean;
  filter: PostFilter;
  searching: boolean;
  onCreate: () => void;
  onClearSearch: () => void;
  onShowAll: () => void;
}>;

/** Why the list is empty, and the way on. */
export function NoPosts({ none, filter, searching, onCreate, onClearSearch, onShowAll }: NoPostsProps) {
  if (none)
    return (
      <EmptyState
        icon={Inbox}
        title="No posts yet"
        actions={
          <Button variant="primary" onClick={onCreate}>
            Create First Post
          </Button>
        }
      >
        Write your first post, choose where it goes and when. It is published for you, once on each account.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SearchX}
      title={searching ? 'No matching posts' : TITLES[filter]}
      actions={
        <>
          {searching && <Button onClick={onClearSearch}>Clear Search</Button>}
          <Button onClick={onShowAll}>Show All Posts</Button>
        </>
      }
    >
      {hint(filter, searching)}
    </EmptyState>
  );
}

function hint(filter: PostFilter, searching: boolean): ReactNode {
  if (searching) return 'Try another word, or a hashtag without the #.';
  return HINTS[filter];
}
