import { EventReader, type Loaded } from '#infrastructure/event-log/event-reader.ts';
import { Injectable } from '@nestjs/common';
import { postStream, type Post } from '../../domain/post/post.ts';
import {
  isSettled,
  publicationId,
  publicationStream,
  type Publication,
} from '../../domain/publication/publication.ts';

/** The state of a post and its targets, read from the log. */
export type PostWithPublications = Readonly<{
  post: Post;
  /** In the order of the post's targets; empty before publishing has started. */
  publications: readonly Publication[];
  /** Publishing has started, and every target is in an end state. */
  settled: boolean;
  /**
   * The post counts as scheduled: it is neither deleted nor archived, and at least one target has not ended.
   */
  open: boolean;
  /** The loaded stream of the post, so that the next decision need not read it again. */
  seen: Loaded<Post>;
}>;

@Injectable()
export class PostProgress {
  constructor(private readonly reader: EventReader) {}

  async load(postId: number): Promise<PostWithPublications> {
    const { state: post, seen } = await this.reader.load(postStream, postId);
    const isStarted = post.startedAt !== null;
    const publications = isStarted ? await this.#publications(post) : [];
    const settled = isStarted && publications.every(isSettled);
    const isShown = post.status === 'scheduled' || post.status === 'publishing';
    return { post, publications, settled, open: isShown && !settled, seen };
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
