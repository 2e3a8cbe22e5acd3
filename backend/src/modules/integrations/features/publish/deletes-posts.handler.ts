import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Providers } from '../../providers/providers.ts';
import { DeletesPosts } from '../../public.ts';

@QueryHandler(DeletesPosts)
export class DeletesPostsHandler implements IQueryHandler<DeletesPosts> {
  constructor(private readonly providers: Providers) {}

  execute({ platform }: DeletesPosts): Promise<boolean> {
    return Promise.resolve(this.providers.find(platform)?.deletePost !== undefined);
  }
}
