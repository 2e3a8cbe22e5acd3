import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { chooseTimezone, detectTimezone, userStream } from '../../domain/user/user.ts';

/** Changes the time zone of a user. Returns the zone after the change. */
export class ChooseTimezone extends Command<string> {
  constructor(
    readonly userId: string,
    readonly timezone: string,
    /** True: the browser reported the zone. False: the user chose the zone. */
    readonly isDetected: boolean,
  ) {
    super();
  }
}

@CommandHandler(ChooseTimezone)
export class ChooseTimezoneHandler implements ICommandHandler<ChooseTimezone> {
  constructor(private readonly writer: StreamWriter) {}

  async execute({ userId, timezone, isDetected }: ChooseTimezone): Promise<string> {
    const decision = isDetected ? detectTimezone : chooseTimezone;
    const { state } = await this.writer.decide(userStream, userId, (user) => decision(user, timezone));
    return state?.timezone ?? timezone;
  }
}
