import type { PostView } from '@posthorn/contracts/scheduling/posts.http';

let restored: PostView | null = null;

/** Notes a post that cannot be restored on another screen because its time has passed. The composer of Posts begins with its content. */
export function noteRestoredPost(post: PostView | null): void {
  restored = post;
}

export const restoredElsewhere = (): PostView | null => restored;
