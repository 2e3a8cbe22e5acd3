import { MANY_POSTS_TEXT, type OnePostResult } from '@posthorn/contracts/scheduling/many-posts.http';
import { answerTo, logFailure } from '#infrastructure/http/error-reply.filter.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DeletePost } from '../delete-post/delete-post.command.ts';
import { RetryFailedTargets } from '../settle-targets/retry-failed-targets.command.ts';
import { MovePost } from '../write-post/move-post.command.ts';
import type { ManyPostsDto } from './many-posts.dto.ts';

/** One change for up to 100 posts of one user. */
@Injectable()
export class ManyPosts {
  readonly #logger = new Logger('posts');

  constructor(private readonly commands: CommandBus) {}

  /** One post after the other, so that a request takes no more from other users than one post does. */
  async change(userId: string, body: ManyPostsDto): Promise<readonly OnePostResult[]> {
    const commandFor = this.#commandFor(userId, body);
    const results: OnePostResult[] = [];
    for (const [index, id] of body.ids.entries())
      results.push(await this.#resultOf(id, () => this.commands.execute(commandFor(id, index))));
    return results;
  }

  #commandFor(userId: string, { action, distance, times }: ManyPostsDto) {
    if (action === 'delete') return (id: number) => new DeletePost(userId, id);
    if (action === 'retry') return (id: number) => new RetryFailedTargets(userId, id);
    if (distance === null) throw new RequestNotValid({ byDays: MANY_POSTS_TEXT.distanceNotValid });
    return (id: number, index: number) => new MovePost(userId, id, distance, times?.[index] ?? null);
  }

  /** The posts before are changed already, so a failure of the server ends no request. */
  async #resultOf(id: number, change: () => Promise<unknown>): Promise<OnePostResult> {
    try {
      await change();
      return { id, ok: true };
    } catch (error) {
      const answer = answerTo(error);
      logFailure(error, answer, { requestId: undefined, logger: this.#logger });
      const { code, message } = answer;
      return { id, ok: false, code, message };
    }
  }
}
