import type { LinkedSignInView, SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { OtherIdentityLinked } from '../../domain/identity.errors.ts';
import { link, unlink, userStream } from '../../domain/user/user.ts';
import { IdentityBook, type ProvenIdentity } from '../../stores/address-book/identity-book.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import { SignInRefused } from '../../gateways/open-id/sign-in-refused.ts';
import {
  LINKED_SIGN_INS_VIEW,
  linkedSignIns,
} from '../../read-models/linked-sign-ins/linked-sign-ins.projection.ts';

type Row = Readonly<{ provider: SignInProvider; linked_at: Date }>;

/** Lists, connects and disconnects the providers with which a user can sign in. */
@Injectable()
export class OwnSignIns {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly book: IdentityBook,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly writer: StreamWriter,
  ) {}

  async list(userId: string): Promise<readonly LinkedSignInView[]> {
    await this.gate.waitFor([linkedSignIns.name]);
    const { rows } = await this.pool.query<Row>(
      `select provider, linked_at from ${LINKED_SIGN_INS_VIEW} where user_id = $1 order by provider`,
      [userId],
    );
    return rows.map(({ provider, linked_at: at }) => ({ provider, linkedAt: at.toISOString() }));
  }

  /** Connects a provider, so that the user can sign in with it. `sessionId`: the session of the request. @throws SignInRefused */
  async link(userId: string, sessionId: string, identity: ProvenIdentity): Promise<void> {
    if ((await this.book.claim(identity, userId)) !== userId) throw new SignInRefused('taken', '/settings');
    // During the call to the provider, the owner may have taken the account back. Taking it back ends all sessions first, and then deletes the identities.
    if (!(await this.sessions.isOpen(sessionId))) {
      await this.book.drop(identity, userId);
      throw new SignInRefused('expired');
    }
    const { provider, issuer, subject } = identity;
    try {
      const linkedAt = this.clock.now().toISOString();
      await this.writer.decide(userStream, userId, (user) =>
        link(user, { provider, issuer, subject }, linkedAt),
      );
    } catch (error) {
      if (!(error instanceof OtherIdentityLinked)) throw error;
      await this.book.drop(identity, userId);
      throw new SignInRefused('otherConnected', '/settings', { cause: error });
    }
    await this.gate.waitFor([linkedSignIns.name]);
  }

  /** Disconnects the provider from this user. A repeated call changes nothing. @throws LastSignInMethod */
  async unlink(userId: string, provider: SignInProvider): Promise<void> {
    // The event comes before the deletion of the row. If the domain refused after the deletion, the user could not sign in any more.
    // After a crash in between, the process `identity.settle-identities` deletes the row.
    await this.writer.decide(userStream, userId, (user) => unlink(user, provider));
    await this.book.settle(userId, provider);
  }
}
