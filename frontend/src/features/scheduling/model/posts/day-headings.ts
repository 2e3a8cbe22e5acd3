import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { dateOf, dayOf } from '#lib/zone-format.ts';
import { POSTS_TEXT } from '../../messages/posts.en.ts';

type ListedPost = Pick<PostView, 'scheduledFor' | 'status'>;

/** Returns the heading above each post of the list: the name of a day above its first post, else null. The list has scheduled posts first
 * (earliest first), then past posts (latest first).
 * @param now milliseconds since 1970
 */
export function dayHeadings(
  posts: readonly ListedPost[],
  zone: string,
  now: number,
): readonly (string | null)[] {
  const today = dayOf(now, zone);
  const days = posts.map(({ scheduledFor }) => dayOf(Date.parse(scheduledFor), zone));
  return posts.map((post, index) => {
    const before = posts[index - 1];
    const isUpcoming = post.status === 'scheduled';
    const begins =
      !before || days[index] !== days[index - 1] || (before.status === 'scheduled') !== isUpcoming;
    if (!begins) return null;
    const daysFromToday = (days[index] ?? today) - today;
    if (daysFromToday === 0 && before && !isUpcoming) return POSTS_TEXT.earlierToday;
    return POSTS_TEXT.days[String(daysFromToday)] ?? dateOf(post.scheduledFor, zone, now);
  });
}
