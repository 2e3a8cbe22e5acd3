import type { OverviewView } from '@posthorn/contracts/analytics/analytics.http';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { postQuery } from '#features/scheduling/api/posts.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { TOP_POSTS_TEXT as TEXT } from '../messages/results.en.ts';
import { whole } from '../model/sizes.ts';
import { Section } from './section.tsx';

type TopPostsProps = Readonly<{ posts: OverviewView['topPosts'] }>;

/** The posts with the best results, each with a link to its details. */
export function TopPosts({ posts }: TopPostsProps) {
  const postQueries = useQueries({ queries: posts.map(({ postId }) => postQuery(postId)) });
  if (posts.length === 0) return null;
  return (
    <Section title={TEXT.title}>
      <p className="text-xs text-muted">{TEXT.key}</p>
      <ol className="mt-2 divide-y">
        {posts.map(({ postId, engagements, of, total }, index) => {
          const post = postQueries[index];
          return (
            <li key={postId} className="flex items-center gap-3">
              <span className="w-5 shrink-0 text-sm text-muted tabular-nums">{index + 1}</span>
              <Link
                to="/posts"
                search={{ post: postId }}
                className="flex min-h-11 min-w-0 flex-1 items-center py-2 text-sm hover:underline"
              >
                <span dir="auto" className="line-clamp-2 min-w-0 wrap-break-word">
                  {post?.isPending ? (
                    <>
                      <Skeleton className="h-4 w-40" />
                      <span className="sr-only">{TEXT.unknown(postId)}</span>
                    </>
                  ) : (
                    post?.data?.title || post?.data?.content || TEXT.unknown(postId)
                  )}
                </span>
              </Link>
              <span className="shrink-0 text-right text-sm font-semibold tabular-nums">
                {whole(engagements)}
                <span className="sr-only"> {TEXT.engagements}</span>
                {of < total && (
                  <span className="block text-xs font-normal text-muted">{TEXT.accounts(of, total)}</span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
