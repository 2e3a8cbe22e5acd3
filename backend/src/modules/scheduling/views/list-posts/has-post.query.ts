import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { HasPost } from '../../public.ts';
import { postList } from './post-list.projection.ts';
import { PostRows } from './post-rows.ts';

@QueryHandler(HasPost)
export class HasPostHandler implements IQueryHandler<HasPost> {
  constructor(
    private readonly gate: ReadGate,
    private readonly rows: PostRows,
  ) {}

  async execute({ userId, postId }: HasPost): Promise<boolean> {
    await this.gate.waitFor([postList.name]);
    return (await this.rows.oneOf(userId, postId)) !== undefined;
  }
}
