import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { endMails, userStream } from '../../domain/user.ts';
import type { MailsToEnd } from './unsubscribe-links.ts';

/** Repeating it changes nothing. */
export class EndMails extends Command<void> {
  constructor(readonly mails: MailsToEnd) {
    super();
  }
}

@CommandHandler(EndMails)
export class EndMailsHandler implements ICommandHandler<EndMails> {
  constructor(private readonly writer: StreamWriter) {}

  async execute({ mails: { userId, kind } }: EndMails): Promise<void> {
    await this.writer.decide(userStream, userId, (user) => endMails(user, kind));
  }
}
