import { Suspense } from 'react';
import type { ListFilter } from '#features/scheduling/model/post-filter.ts';
import { PostsOnTheWay } from '#features/scheduling/components/posts/posts-skeleton.tsx';
import { lazyPart } from '#lib/lazy-part.ts';
import { Part } from '#ui/part.tsx';
import { connectHere, FirstRun } from './-first-run.tsx';

const NoPosts = lazyPart(
  async () => (await import('#features/scheduling/components/posts/no-posts.tsx')).NoPosts,
);

type WithoutPostsProps = Readonly<{
  isLoading: boolean;
  isSearching: boolean;
  filter: ListFilter;
  /** Whether other lists have posts. */
  hasPosts: boolean;
  /** The number of connected accounts; null: unknown. */
  accounts: number | null;
  onCreate: () => void;
  onSearch: (words: string) => void;
  onFilter: (filter: ListFilter) => void;
}>;

/** Shown instead of an empty list: posts are loading, there are none yet, or none matches. */
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
    <Part fallback={<PostsOnTheWay />}>
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
    </Part>
  );
}
