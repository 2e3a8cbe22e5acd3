import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { canonicalAddress } from '#infrastructure/mail-address.ts';
import { MailAddressOf } from '../../public.ts';
import { Profiles } from '../show-user/profiles.ts';

@QueryHandler(MailAddressOf)
export class MailAddressOfHandler implements IQueryHandler<MailAddressOf> {
  constructor(private readonly profiles: Profiles) {}

  /** @throws UserNotFound */
  async execute({ userId }: MailAddressOf): Promise<string | null> {
    const { email } = await this.profiles.of(userId);
    // What was erased is no address any more.
    return email === null ? null : canonicalAddress(email);
  }
}
