import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { SettleComplimentaryPremium } from '#modules/billing/public.ts';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Clock } from '#infrastructure/clock.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { AddressBook } from '../../address-book.ts';
import { register, userStream } from '../../domain/user.ts';
import { userList } from '../show-user/user-list.projection.ts';

/** Somebody has proved that an address is theirs, in whatever way. */
@Injectable()
export class Arrivals {
  constructor(
    private readonly addresses: AddressBook,
    private readonly causes: CauseContext,
    private readonly clock: Clock,
    private readonly writer: StreamWriter,
    private readonly commands: CommandBus,
    private readonly gate: ReadGate,
  ) {}

  /** The user of that address, registered at the latest now. May be repeated: facts are added once. */
  async welcome(email: string, requestId: string): Promise<string> {
    const userId = await this.addresses.userIdFor(email);
    const actor = { kind: 'user', id: userId } as const;
    await this.causes.run({ actor, correlationId: requestId, causationId: requestId }, async () => {
      const username = await this.addresses.usernameOf(userId, email);
      const registration = { userId, email, username, registeredAt: this.clock.now().toISOString() };
      const { appended } = await this.writer.decide(userStream, userId, (user) =>
        register(user, registration),
      );
      await this.commands.execute(new SettleComplimentaryPremium(userId, email));
      // The next request is a fresh page, which does not know what position to wait for.
      if (appended.length > 0) await this.gate.waitFor([userList.name]);
    });
    return userId;
  }
}
