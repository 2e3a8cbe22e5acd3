import { Injectable } from '@nestjs/common';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { MailAddresses } from '../../ports/mail-addresses.ts';
import { Profiles } from './profiles.ts';

@Injectable()
export class MailAddressesOfProfiles extends MailAddresses {
  constructor(private readonly profiles: Profiles) {
    super();
  }

  override async addressOf(userId: string): Promise<string | null> {
    const { email } = await this.profiles.profileOf(userId);
    // For an erased address, `canonicalAddress` returns null.
    return email === null ? null : canonicalAddress(email);
  }
}
