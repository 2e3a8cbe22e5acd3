import type { ReactNode } from 'react';
import Inbox from 'lucide-react/icons/inbox';
import SearchX from 'lucide-react/icons/search-x';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { PostFilter } from '../post-filter.ts';

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
      title={searching ? 'No matching posts' : `No ${filter} posts`}
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
  return filter === 'failed' ? 'Everything that was due went out.' : 'Posts appear here when they get there.';
}
