import type { PublicUserView } from '@posthorn/contracts/identity/public-user.http';
import { PROFILE_SCREEN_TEXT as TEXT } from '../messages.en.ts';

/** Three figures. One that nobody has measured says so. */
export function ProfileFigures({ stats }: Pick<PublicUserView, 'stats'>) {
  const figures = [
    [TEXT.posts, stats.posts],
    [TEXT.engagement, stats.engagement],
    [TEXT.platforms, stats.platforms],
  ] as const;
  return (
    <dl
      aria-label={TEXT.figures}
      className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2 sm:gap-3"
    >
      {figures.map(([name, count]) => (
        <div
          key={name}
          className="flex min-h-20 flex-col-reverse items-center justify-center gap-0.5 rounded-2xl border bg-surface px-1 py-2 text-center shadow-card"
        >
          <dt className="text-sm text-muted max-[22rem]:text-xs">{name}</dt>
          {count === null ? (
            <dd className="text-sm font-medium">{TEXT.noFigures}</dd>
          ) : (
            <dd className="text-xl font-semibold tabular-nums">{count.toLocaleString('en')}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
