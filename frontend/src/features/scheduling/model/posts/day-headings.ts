import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { dateOf, dayOf } from '#lib/zone-format.ts';
import { POSTS_TEXT } from '../../messages/posts.en.ts';

type Placed = Pick<PostView, 'scheduledFor' | 'status'>;

/**
 * The heading above each post of the list: the name of the day above its first post, else null. The list has scheduled posts first, the next one on
 * top, then past ones, the latest on top.
 * @param now milliseconds since 1970
 */
export function dayHeadings(posts: readonly Placed[], zone: string, now: number): readonly (string | null)[] {
  const today = dayOf(now, zone);
  const days = posts.map(({ scheduledFor }) => dayOf(Date.parse(scheduledFor), zone));
  return posts.map((post, at) => {
    const before = posts[at - 1];
    const isToCome = post.status === 'scheduled';
    const begins = !before || days[at] !== days[at - 1] || (before.status === 'scheduled') !== isToCome;
    if (!begins) return null;
    const away = (days[at] ?? today) - today;
    if (away === 0 && before && !isToCome) return POSTS_TEXT.earlierToday;
    return POSTS_TEXT.days[String(away)] ?? dateOf(post.scheduledFor, zone, now);
  });
}
