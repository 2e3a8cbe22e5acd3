import type { PostView } from '@posthorn/contracts/scheduling/posts.http';

/** Returns a short name of a post. */
export const nameOf = ({ title, content }: Pick<PostView, 'title' | 'content'>): string =>
  title ?? content.slice(0, 60);
