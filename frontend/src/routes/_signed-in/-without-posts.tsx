import { Suspense } from 'react';
import type { ListFilter } from '#features/scheduling/model/post-filter.ts';
import { PostListSkeleton } from '#features/scheduling/components/posts/posts-skeleton.tsx';
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
  /** Whether the user has posts in any list. */
  hasPosts: boolean;
  /** The number of connected accounts; null: unknown. */
  accounts: number | null;
  onCreate: () => void;
  onSearch: (words: string) => void;
  onFilter: (filter: ListFilter) => void;
}>;

/** Replaces an empty list: a placeholder while posts load, the first steps without posts, or a text if no post matches. */
export function WithoutPosts(props: WithoutPostsProps) {
  const { isLoading, isSearching, filter, hasPosts, accounts, onCreate, onSearch, onFilter } = props;
  if (isLoading) return <PostListSkeleton />;
  if (!hasPosts)
    return (
      <Suspense>
        <FirstRun accounts={accounts} connect={connectHere} onCreate={onCreate} />
      </Suspense>
    );
  return (
    <Part fallback={<PostListSkeleton />}>
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
