import type { GroupTitle } from '@posthorn/contracts/inbox/comments.http';
import { GROUP_TEXT } from '../messages/inbox.en.ts';

/** The title of a group: the text of its post, or without one a general title. */
export function titleOf({ title, titleCode }: GroupTitle, postId: number | null): string {
  if (titleCode === undefined && title.trim() !== '') return title;
  return postId === null ? GROUP_TEXT.elsewhere : GROUP_TEXT.post(postId);
}
