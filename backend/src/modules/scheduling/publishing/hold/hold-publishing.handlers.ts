import {
  CommandHandler,
  QueryHandler,
  type ICommandHandler,
  type IQueryHandler,
  type QueryResult,
} from '@nestjs/cqrs';
import { EndHold, HoldPublishing, HoldState, type Hold } from '../../public.ts';
import { PublishingHold } from './publishing-hold.ts';

@CommandHandler(HoldPublishing)
export class HoldPublishingHandler implements ICommandHandler<HoldPublishing> {
  constructor(private readonly hold: PublishingHold) {}

  execute({ reason }: HoldPublishing): Promise<Hold> {
    return this.hold.begin(reason);
  }
}

@CommandHandler(EndHold)
export class EndHoldHandler implements ICommandHandler<EndHold> {
  constructor(private readonly hold: PublishingHold) {}

  execute(): Promise<Hold | null> {
    return this.hold.end();
  }
}

@QueryHandler(HoldState)
export class HoldStateHandler implements IQueryHandler<HoldState> {
  constructor(private readonly hold: PublishingHold) {}

  async execute(): Promise<QueryResult<HoldState>> {
    return { hold: await this.hold.now(), waiting: await this.hold.waiting() };
  }
}
