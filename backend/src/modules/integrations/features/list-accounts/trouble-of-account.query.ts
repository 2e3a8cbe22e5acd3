import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { accountStream } from '../../domain/account.ts';
import { TroubleOfAccount, type AccountTrouble } from '../../public.ts';

@QueryHandler(TroubleOfAccount)
export class TroubleOfAccountHandler implements IQueryHandler<TroubleOfAccount> {
  constructor(private readonly reader: EventReader) {}

  /** From the stream: a mail is sent by it. */
  async execute({ accountId, ownerId }: TroubleOfAccount): Promise<AccountTrouble | null> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status === 'new' || state.connection.ownerId !== ownerId) return null;
    if (state.status === 'needs-reconnect') return { cause: 'reconnect', endsAt: null };
    const { status, expirySeen = null } = state;
    return status === 'active' && expirySeen !== null ? { cause: 'ending', endsAt: expirySeen } : null;
  }
}
