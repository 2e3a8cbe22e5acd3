import { Skeleton } from '#ui/skeleton.tsx';

/** The shape of the posts screen while its list is on the way. */
export function PostsSkeleton() {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">Loading your posts…</span>
      <Skeleton className="h-8 w-32" />
      <div className="grid grid-cols-4 gap-2 sm:gap-3">
        {[0, 1, 2, 3].map((at) => (
          <Skeleton key={at} className="h-20 rounded-2xl" />
        ))}
      </div>
      <Skeleton className="h-11 rounded-xl" />
      <Cards />
    </div>
  );
}

/** The shape of a list that has just been asked for. */
export function PostsOnTheWay() {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">Looking for posts…</span>
      <Cards />
    </div>
  );
}

const Cards = () => [0, 1, 2].map((at) => <Skeleton key={at} className="h-44 rounded-2xl" />);
