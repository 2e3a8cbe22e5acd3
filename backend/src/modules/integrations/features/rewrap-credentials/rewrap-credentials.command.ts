import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Credentials } from '../../vault/credentials.ts';

/** Puts all credentials under the newest encryption key. Answers how many were under an older one. */
export class RewrapCredentials extends Command<number> {}

@CommandHandler(RewrapCredentials)
export class RewrapCredentialsHandler implements ICommandHandler<RewrapCredentials> {
  constructor(private readonly credentials: Credentials) {}

  execute(): Promise<number> {
    return this.credentials.rewrapAll();
  }
}
