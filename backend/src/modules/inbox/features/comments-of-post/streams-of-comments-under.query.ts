import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { StreamsOfCommentsUnder } from '../../public.ts';
import { CommentsUnder } from './comments-under.ts';

@QueryHandler(StreamsOfCommentsUnder)
export class StreamsOfCommentsUnderHandler implements IQueryHandler<StreamsOfCommentsUnder> {
  constructor(private readonly comments: CommentsUnder) {}

  async execute({ ownerId, posts }: StreamsOfCommentsUnder): Promise<readonly string[]> {
    return (await this.comments.streams(ownerId, posts, null)).names.reverse();
  }
}
