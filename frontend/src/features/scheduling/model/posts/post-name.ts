import type { PostView } from '@posthorn/contracts/scheduling/posts.http';

/** The name of a post where there is little room. */
export const nameOf = ({ title, content }: Pick<PostView, 'title' | 'content'>): string =>
  title ?? content.slice(0, 60);
