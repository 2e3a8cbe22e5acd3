import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ConnectionStateOf, type ConnectionState } from '../../public.ts';
import { UsableAccounts } from './usable-accounts.ts';

@QueryHandler(ConnectionStateOf)
export class ConnectionStateOfHandler implements IQueryHandler<ConnectionStateOf> {
  constructor(private readonly accounts: UsableAccounts) {}

  async execute(account: ConnectionStateOf): Promise<ConnectionState> {
    const state = await this.accounts.stateOf(account);
    return state === null || state.status === 'new' ? 'disconnected' : state.status;
  }
}
