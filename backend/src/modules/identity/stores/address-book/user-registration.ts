import { Injectable } from '@nestjs/common';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { Clock } from '#infrastructure/clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { AddressBook } from './address-book.ts';
import { userStream, type Registration, type User, type UserEvent } from '../../domain/user/user.ts';
import { AfterSignIn } from '../../ports/after-sign-in.ts';
import { linkedSignIns } from '../../read-models/linked-sign-ins/linked-sign-ins.projection.ts';
import { userList } from '../../read-models/users/user-list.projection.ts';

/** `email`: an address that has just been verified; null: none. */
type Identified = Readonly<{ userId: string; email: string | null }>;
type Registering = (user: User, registration: Registration) => readonly UserEvent[];

/** Registers users at their first sign-in, whatever way they sign in. */
@Injectable()
export class UserRegistration {
  constructor(
    private readonly addresses: AddressBook,
    private readonly causes: CauseContext,
    private readonly clock: Clock,
    private readonly writer: StreamWriter,
    private readonly afterSignIn: AfterSignIn,
    private readonly gate: ReadGate,
  ) {}

  /** Returns the user after the registration. `registering` returns the events for a new user. A repeated call adds no events. */
  async userOf({ userId, email }: Identified, requestId: string, registering: Registering): Promise<User> {
    const actor = { kind: 'user', id: userId } as const;
    return this.causes.run({ actor, correlationId: requestId, causationId: requestId }, async () => {
      const username = await this.addresses.ensureUsername(userId, email);
      const registration = { userId, email, username, registeredAt: this.clock.now().toISOString() };
      const { state, appended } = await this.writer.decide(userStream, userId, (user) =>
        registering(user, registration),
      );
      // A provider may report another address than that of the account.
      const ownAddress = state?.email ?? null;
      if (ownAddress !== null)
        await this.afterSignIn.settle(userId, canonicalAddress(ownAddress) ?? ownAddress);
      // Waits here, because the next request loads a page and does not send the log position for which the server should wait.
      if (appended.length > 0) await this.gate.waitFor([userList.name, linkedSignIns.name]);
      return state;
    });
  }
}
