import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { fetchAhead } from '#lib/ahead.ts';
import { classNames } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { Part } from '#ui/part.tsx';

const PostFigures = lazyPart(async () => (await import('./post-figures.tsx')).PostFigures);

/** Returns the metrics below the card of a published post. */
export const figuresOf = (post: PostView): ReactNode => isPosted(post) && <Figures post={post} />;

/**
 * Reserves the space of the metrics before they load, so that nothing moves. Several accounts need space for
 * a line such as "2 of 3 accounts".
 */
function Figures({ post }: { post: PostView }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  if (!user) return null;
  const { timezone, isPremium } = user;
  return (
    <div
      className={classNames(
        'mt-2 border-t pt-2',
        isPremium && post.targets.length > 1 ? 'min-h-22' : 'min-h-17',
      )}
    >
      <Part trouble="silent">
        <PostFigures post={post} zone={timezone} isPremium={isPremium} />
      </Part>
    </div>
  );
}

/** Loads the metrics of all posts of the list together, instead of one by one as the cards become visible. */
export function useFiguresAhead(posts: readonly PostView[], isPremium: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isPremium && posts.some(isPosted))
      fetchAhead(async () =>
        (await import('../api/figures.ts')).loadFiguresAhead(queryClient, posts.filter(isPosted)),
      );
  }, [posts, isPremium, queryClient]);
}

const isPosted = ({ status }: PostView): boolean => status === 'posted';
