import { Injectable } from '@nestjs/common';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { Clock } from '#infrastructure/clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { AddressBook } from './address-book.ts';
import { userStream, type Registration, type User, type UserEvent } from '../../domain/user/user.ts';
import { AfterSignIn } from '../../ports/after-sign-in.ts';
import { linkedSignIns } from '../../read-models/linked-sign-ins/linked-sign-ins.projection.ts';
import { userList } from '../../read-models/users/user-list.projection.ts';

/** `email`: verified at this moment. */
type Identified = Readonly<{ userId: string; email: string | null }>;
type Registering = (user: User, registration: Registration) => readonly UserEvent[];

/** Registers users who have proved their identity, by any way to sign in. */
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

  /** Returns the user. If they are new, `registering` decides the registration. May be repeated: events are added once. */
  async userOf({ userId, email }: Identified, requestId: string, registering: Registering): Promise<User> {
    const actor = { kind: 'user', id: userId } as const;
    return this.causes.run({ actor, correlationId: requestId, causationId: requestId }, async () => {
      const username = await this.addresses.usernameOf(userId, email);
      const registration = { userId, email, username, registeredAt: this.clock.now().toISOString() };
      const { state, appended } = await this.writer.decide(userStream, userId, (user) =>
        registering(user, registration),
      );
      if (email !== null) await this.afterSignIn.settle(userId, email);
      // The next request is a fresh page, which does not know the position to wait for.
      if (appended.length > 0) await this.gate.waitFor([userList.name, linkedSignIns.name]);
      return state;
    });
  }
}
