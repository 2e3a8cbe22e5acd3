import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { classNames } from '#lib/class-names.ts';
import { useConnections } from '../../model/connections.ts';
import { postWords } from '../../model/posts/status-words.ts';

/** The status of the whole post. */
export function PostStatus({ post }: { post: PostView }) {
  const { word, icon: Picture, text } = postWords(post, useConnections());
  return (
    <span className={classNames('flex items-center gap-1 font-medium', text)}>
      <Picture aria-hidden className="size-3.5 shrink-0" />
      <span>{word}</span>
    </span>
  );
}
