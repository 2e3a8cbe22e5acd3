import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Injectable } from '@nestjs/common';
import { IdempotencyKeyReused, PostNotFound } from '../../domain/post/post-errors.ts';
import { postStream } from '../../domain/post/post.ts';
import { PostAsLogged } from '../../read-models/posts/post-as-logged.ts';
import { RepeatedRequests, type RequestedPost } from './repeated-requests.ts';

/** Answers to requests that came with the key of one before. */
@Injectable()
export class Replays {
  constructor(
    private readonly requests: RepeatedRequests,
    private readonly writer: StreamWriter,
    private readonly posts: PostAsLogged,
  ) {}

  /**
   * Null: there is no such post yet. One that was refused used up no key.
   * @throws PostNotFound when it was, and has been deleted since: whoever sends it again wants a post, and no echo
   * @throws IdempotencyKeyReused when it was asked for in other words
   */
  async of({ postId, isOther }: RequestedPost): Promise<PostView | null> {
    const { state } = await this.writer.decide(postStream, postId, () => []);
    if (state.status === 'new') return null;
    if (isOther) throw new IdempotencyKeyReused();
    if (state.status === 'deleted') throw new PostNotFound();
    return this.posts.view(postId);
  }

  /** The same before a request is looked at any closer: what it names may be gone by now. @throws as `of` */
  async known(userId: string, key: string, asked: unknown): Promise<PostView | null> {
    const post = await this.requests.known(userId, key, asked);
    return post && this.of(post);
  }
}
