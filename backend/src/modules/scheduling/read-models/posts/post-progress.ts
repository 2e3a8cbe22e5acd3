import { EventReader, type Loaded } from '#infrastructure/event-log/event-reader.ts';
import { Injectable } from '@nestjs/common';
import { postStream, type Post } from '../../domain/post/post.ts';
import {
  isSettled,
  publicationId,
  publicationStream,
  type Publication,
} from '../../domain/publication/publication.ts';

/** How far a post and its targets have come, read from the log. */
export type PostWithPublications = Readonly<{
  post: Post;
  /** In the order of the post's targets; empty before publishing has begun. */
  publications: readonly Publication[];
  /** Publishing has begun, and every target is in an end state. */
  settled: boolean;
  /** It counts as scheduled: not deleted, and at least one target is open. */
  open: boolean;
  /** The post's stream as read, so that the next decision needs no read. */
  seen: Loaded<Post>;
}>;

@Injectable()
export class PostProgress {
  constructor(private readonly reader: EventReader) {}

  async load(postId: number): Promise<PostWithPublications> {
    const { state: post, seen } = await this.reader.load(postStream, postId);
    const started = post.startedAt !== null;
    const publications = started ? await this.#publications(post) : [];
    const settled = started && publications.every(isSettled);
    const shown = post.status === 'scheduled' || post.status === 'publishing';
    return { post, publications, settled, open: shown && !settled, seen };
  }

  #publications({ postId, targets }: Post): Promise<Publication[]> {
    return Promise.all(
      targets.map(async ({ accountId }) => {
        const { state } = await this.reader.load(publicationStream, publicationId(postId, accountId));
        return state;
      }),
    );
  }
}
