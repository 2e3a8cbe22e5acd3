import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DeletesPosts, type DeletionRight } from '../../public.ts';
import { DeletionRights } from '../deletion-rights.ts';

@QueryHandler(DeletesPosts)
export class DeletesPostsHandler implements IQueryHandler<DeletesPosts> {
  constructor(private readonly rights: DeletionRights) {}

  execute({ platform, accountId }: DeletesPosts): Promise<DeletionRight> {
    return this.rights.of(platform, accountId);
  }
}
