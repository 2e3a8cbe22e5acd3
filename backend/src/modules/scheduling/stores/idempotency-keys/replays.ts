import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Injectable } from '@nestjs/common';
import { PostNotFound } from '../../domain/post/post-errors.ts';
import { postStream } from '../../domain/post/post.ts';
import { PostAsLogged } from '../../read-models/posts/post-as-logged.ts';
import { RepeatedRequests } from './repeated-requests.ts';
import type { RequestedPost } from './request-keys.ts';

/** Finds the post for a request whose key an earlier request used. */
@Injectable()
export class Replays {
  constructor(
    private readonly requests: RepeatedRequests,
    private readonly writer: StreamWriter,
    private readonly posts: PostAsLogged,
  ) {}

  /**
   * Null: the post does not exist yet. A refused request does not use up its key.
   * @param readRequest reads the request of the key. Called after the post was found, because a request with other content may take
   * the key until the post exists.
   * @throws PostNotFound when the post has been deleted since then
   * @throws DomainError when the earlier request had other content
   */
  async replayOf(postId: number, readRequest: () => Promise<RequestedPost | null>): Promise<PostView | null> {
    const { state } = await this.writer.decide(postStream, postId, () => []);
    if (state.status === 'new') return null;
    const request = await readRequest();
    if (request?.other) throw request.other;
    if (state.status === 'deleted') throw new PostNotFound();
    return this.posts.view(postId);
  }

  /**
   * Like `replayOf`, but before the request is validated: an account or file of the request may be deleted by
   * now.
   * @throws as `replayOf`
   */
  async known(userId: string, key: string, request: unknown): Promise<PostView | null> {
    const readRequest = () => this.requests.known(userId, key, request);
    const post = await readRequest();
    return post && this.replayOf(post.postId, readRequest);
  }
}
