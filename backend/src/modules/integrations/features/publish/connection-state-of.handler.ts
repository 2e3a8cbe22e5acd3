import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ConnectionStateOf, type ConnectionState } from '../../public.ts';
import { AccountDesk } from './account-desk.ts';

@QueryHandler(ConnectionStateOf)
export class ConnectionStateOfHandler implements IQueryHandler<ConnectionStateOf> {
  constructor(private readonly desk: AccountDesk) {}

  async execute(account: ConnectionStateOf): Promise<ConnectionState> {
    const state = await this.desk.stateOf(account);
    return state === null || state.status === 'new' ? 'disconnected' : state.status;
  }
}
