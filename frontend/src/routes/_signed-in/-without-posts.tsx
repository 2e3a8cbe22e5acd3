import { Suspense } from 'react';
import type { ListFilter } from '#features/scheduling/model/post-filter.ts';
import { NoPosts } from '#features/scheduling/components/posts/no-posts.tsx';
import { PostsOnTheWay } from '#features/scheduling/components/posts/posts-skeleton.tsx';
import { connectHere, FirstRun } from './-first-run.tsx';

type WithoutPostsProps = Readonly<{
  isLoading: boolean;
  isSearching: boolean;
  filter: ListFilter;
  /** In other lists. */
  hasPosts: boolean;
  /** How many are connected; null: nobody knows. */
  accounts: number | null;
  onCreate: () => void;
  onSearch: (words: string) => void;
  onFilter: (filter: ListFilter) => void;
}>;

/** In the place of a list that shows none: they are on their way, there are none yet, or none that fit. */
export function WithoutPosts(props: WithoutPostsProps) {
  const { isLoading, isSearching, filter, hasPosts, accounts, onCreate, onSearch, onFilter } = props;
  if (isLoading) return <PostsOnTheWay />;
  if (!hasPosts)
    return (
      <Suspense>
        <FirstRun accounts={accounts} connect={connectHere} onCreate={onCreate} />
      </Suspense>
    );
  return (
    <NoPosts
      filter={filter}
      searching={isSearching}
      onClearSearch={() => {
        onSearch('');
      }}
      onShowAll={() => {
        onSearch('');
        onFilter('all');
      }}
    />
  );
}
