import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { accountStream } from '../../domain/account.ts';
import { LimitsOf } from '../../public.ts';
import { limitsFrom } from '../account-view.ts';

@QueryHandler(LimitsOf)
export class LimitsOfHandler implements IQueryHandler<LimitsOf> {
  constructor(private readonly reader: EventReader) {}

  async execute({ accountId }: LimitsOf): Promise<PlatformLimits | null> {
    const { state } = await this.reader.load(accountStream, accountId);
    return state.status === 'new' ? null : limitsFrom(state.connection.limits);
  }
}
