import { entitlementsOf } from '@posthorn/contracts/billing/entitlements';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { postCountsQuery } from '#features/scheduling/api/posts.ts';
import { ConnectionsProvider } from '#features/scheduling/model/connections.ts';
import { isFull } from '#features/scheduling/model/post-filter.ts';
import { LazySeveral } from '#features/scheduling/components/posts/lazy-several.tsx';
import { PostCounts } from '#features/scheduling/components/posts/post-counts.tsx';
import { PostList } from '#features/scheduling/components/posts/post-list.tsx';
import { SideBySide } from '#features/scheduling/components/posts/side-by-side.tsx';
import { usePostList } from '#features/scheduling/hooks/posts/use-post-list.ts';
import { DetailPane, useDetails } from '#features/scheduling/components/posts/detail-pane.tsx';
import { figuresOf, useFiguresAhead } from '#features/analytics/components/card-figures.tsx';
import { PostsDialogs, usePostsDialogs } from '#features/scheduling/components/posts/posts-dialogs.tsx';
import {
  DraftsEntryButton,
  PostsHead,
  SearchRow,
  StartPost,
} from '#features/scheduling/components/posts/posts-head.tsx';
import {
  useArrivalAt,
  useDraftsInUrl,
  useFilterInUrl,
  useSearchInUrl,
} from '#features/scheduling/hooks/posts/posts-place.ts';
import type { PostsSearch } from '#features/scheduling/model/posts/posts-search.ts';
import { useWriter } from '#features/scheduling/hooks/posts/use-writer.ts';
import { PostListSkeleton } from '#features/scheduling/components/posts/posts-skeleton.tsx';
import { lazyPart } from '#lib/lazy-part.ts';
import { Part } from '#ui/part.tsx';
import { connectHere } from './-first-run.tsx';
import { WithoutPosts } from './-without-posts.tsx';

const MorePosts = lazyPart(
  async () => (await import('#features/scheduling/components/posts/more-posts.tsx')).MorePosts,
);
const DraftList = lazyPart(
  async () => (await import('#features/scheduling/components/posts/draft-list.tsx')).DraftList,
);

/** The posts of the signed-in user. The time zone and plan of the user may change while the screen is open. */
export function PostsScreen(search: PostsSearch) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return user && <PostsOf user={user} {...search} />;
}

function PostsOf({
  user,
  filter = 'all',
  q = '',
  post,
  compose,
  draft,
  drafts,
  edit,
  at,
}: PostsSearch & { user: UserView }) {
  const { data: counts } = useSuspenseQuery(postCountsQuery);
  const { writer, connections, accounts } = useWriter(user, connectHere);
  const [search, setSearch] = useState(q);
  useSearchInUrl(search, q);
  const showList = useFilterInUrl();
  const list = usePostList(filter, search);
  const { posts, more } = list;
  const total = list.isSearching ? null : Math.max(counts[filter], posts.length);
  const { scheduledPosts: max } = entitlementsOf(user);
  const { isShown, pane, selection, ...details } = useDetails(post, posts, counts.all > 0);
  const dialogs = usePostsDialogs({ posts, isFull: isFull(counts.scheduled, max), compose, draft, edit });
  const arrival = useArrivalAt(at);
  const showDrafts = useDraftsInUrl();
  const draftsEntry = {
    writer: { id: user.id, zone: user.timezone, isPremium: user.isPremium },
    isWriting: compose === true,
    onShow: showDrafts,
    onOpen: dialogs.openDraft,
  };
  useFiguresAhead(posts, user.isPremium);
  return (
    <ConnectionsProvider value={connections}>
      <SideBySide
        isOn={isShown}
        className="-mt-2 space-y-1.5 sm:mt-0 sm:space-y-3"
        beside={
          isShown && (
            <DetailPane
              ref={pane}
              post={details.post}
              isSelected={selection.id !== undefined}
              writer={writer}
              onLeave={details.leave}
            />
          )
        }
      >
        <PostsHead user={user} attention={counts.attention} filter={filter} onFilter={showList} />
        <PostCounts counts={counts} filter={drafts ? null : filter} onFilter={showList} />
        <StartPost scheduled={counts.scheduled} max={max} drafts={draftsEntry} onCreate={dialogs.create} />
        {drafts && (
          <Part fallback={<PostListSkeleton />}>
            <DraftList
              {...draftsEntry}
              onShowPosts={() => {
                showList(filter);
              }}
            />
          </Part>
        )}
        {!drafts &&
          (counts.all > 0 ? (
            <SearchRow value={search} onChange={setSearch} drafts={draftsEntry} />
          ) : (
            <DraftsEntryButton {...draftsEntry} to="all" />
          ))}
        {!drafts && posts.length > 0 && (
          <PostList
            posts={posts}
            total={more.hasNext ? total : posts.length}
            zone={user.timezone}
            onEdit={dialogs.editPost}
            onRemove={dialogs.remove}
            arrival={arrival ?? details.back}
            selection={isShown ? selection : undefined}
            figuresOf={figuresOf}
          />
        )}
        {!drafts && more.hasNext && (
          <Part fallback={<div className="h-24" />}>
            <MorePosts
              shown={posts.length}
              total={total}
              isBusy={more.isBusy}
              isLoading={more.isLoading}
              hasFailed={more.hasFailed}
              onMore={more.load}
            />
          </Part>
        )}
        {!drafts && posts.length === 0 && (list.isLoading || !more.hasNext) && (
          <WithoutPosts
            isLoading={list.isLoading}
            isSearching={list.isSearching}
            filter={filter}
            hasPosts={counts.all > 0}
            accounts={accounts}
            onCreate={dialogs.create}
            onSearch={setSearch}
            onFilter={showList}
          />
        )}
        {!drafts && posts.length > 0 && <LazySeveral posts={posts} zone={user.timezone} />}
        <PostsDialogs dialogs={dialogs} writer={writer} />
      </SideBySide>
    </ConnectionsProvider>
  );
}
