import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { chooseTimezone, detectTimezone, userStream } from '../../domain/user/user.ts';

/** Returns the user's zone after the change. */
export class ChooseTimezone extends Command<string> {
  constructor(
    readonly userId: string,
    readonly timezone: string,
    /** True: the browser reported the zone, the user did not choose it. */
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
