import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Connectors } from '../../connectors/connectors.ts';
import { DeletesPosts } from '../../public.ts';

@QueryHandler(DeletesPosts)
export class DeletesPostsHandler implements IQueryHandler<DeletesPosts> {
  constructor(private readonly connectors: Connectors) {}

  execute({ platform }: DeletesPosts): Promise<boolean> {
    return Promise.resolve(this.connectors.find(platform)?.deletePost !== undefined);
  }
}
