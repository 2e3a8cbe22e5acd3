import { Injectable } from '@nestjs/common';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { MailAddresses } from '../../ports/mail-addresses.ts';
import { Profiles } from './profiles.ts';

@Injectable()
export class MailAddressesOfProfiles extends MailAddresses {
  constructor(private readonly profiles: Profiles) {
    super();
  }

  override async of(userId: string): Promise<string | null> {
    const { email } = await this.profiles.of(userId);
    // An erased text is no canonical address.
    return email === null ? null : canonicalAddress(email);
  }
}
