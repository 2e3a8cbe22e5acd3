import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { fetchAhead } from '#lib/ahead.ts';
import { classNames } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { Part } from '#ui/part.tsx';

const PostFigures = lazyPart(async () => (await import('./post-figures.tsx')).PostFigures);

/** Below the card of a post that is out. */
export const figuresOf = (post: PostView): ReactNode => isOut(post) && <Figures post={post} />;

/** Their place is there before they are, so that nothing moves: where there are several accounts, with a line for how many tell. */
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

/** Asks for the figures of all posts of the list at once, and not for those of a card when it comes into sight. */
export function useFiguresAhead(posts: readonly PostView[], isPremium: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isPremium && posts.some(isOut))
      fetchAhead(async () => (await import('../api/figures.ts')).askAhead(queryClient, posts.filter(isOut)));
  }, [posts, isPremium, queryClient]);
}

const isOut = ({ status }: PostView): boolean => status === 'posted';
