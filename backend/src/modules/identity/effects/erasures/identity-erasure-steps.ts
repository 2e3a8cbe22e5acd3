import { DAY_MS, MINUTE_MS, SECOND_MS } from '@posthorn/contracts/shared/durations';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { ErasedPeople } from '#infrastructure/personal-data/erasure/erased-people.ts';
import type { ErasureStep, UserBeingErased, StepResult } from '#infrastructure/readers/erasure-steps.ts';
import { RemoteRevocations } from '#infrastructure/personal-data/erasure/remote-revocations.ts';
import { RowErasure } from '#infrastructure/personal-data/erasure/row-erasure.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { isAddressRefused } from '#infrastructure/mail/mail-failure.ts';
import { Mailer, type Mail } from '#infrastructure/mail/mailer.ts';
import { eraseAgain, erasureStream } from '../../domain/erasure/erasure.ts';
import { accountDeletedMail, beingDeletedMail } from '../../pages/mails/account-mails.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import { TokenRevocations } from './token-revocations.ts';
import { EraseSubject } from '../erase-subject/erase-subject.command.ts';
import { ErasureRows } from '../../stores/erasures/erasure-rows.ts';

/** How long the last step waits for calls to other servers, in milliseconds. */
const PATIENCE = DAY_MS;
/** How long the first mail may delay the erasure, in milliseconds. During this time nothing is published, and no other step runs. */
const FIRST_MAIL_PATIENCE = 5 * MINUTE_MS;

/** Milliseconds within which read models handle an event. Rows that still exist after this time come from an event after the erasure. */
const HANDLED_WITHIN = MINUTE_MS;

/** The steps of an erasure that the module Identity runs. */
@Injectable()
export class IdentityErasureSteps {
  readonly #policy: string;

  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: TokenRevocations,
    private readonly records: RowErasure,
    private readonly rows: ErasureRows,
    private readonly revocations: RemoteRevocations,
    private readonly people: ErasedPeople,
    private readonly mailer: Mailer,
    private readonly commands: CommandBus,
    private readonly writer: StreamWriter,
    private readonly clock: Clock,
    { publicUrl }: Configuration,
  ) {
    this.#policy = `${publicUrl}/privacy`;
  }

  all(): readonly ErasureStep[] {
    return [
      { name: 'identity.sign-ins', phase: 'lock-out', run: (person) => this.#lockOut(person) },
      { name: 'identity.first-mail', phase: 'tell', run: (person) => this.#sendFirstMail(person) },
      { name: 'identity.records', phase: 'remove', run: (person) => this.#remove(person) },
      { name: 'identity.words', phase: 'forget', run: (person) => this.#forget(person) },
      { name: 'identity.proof', phase: 'prove', run: (person) => this.#prove(person) },
      { name: 'identity.last-mail', phase: 'part', run: (person) => this.#sendLastMail(person) },
    ];
  }

  async #lockOut({ userId }: UserBeingErased): Promise<StepResult> {
    await this.sessions.endAllOf(userId);
    await this.tokens.revokeAllOf(userId, 'erased');
    return { counts: {} };
  }

  async #sendFirstMail(person: UserBeingErased): Promise<StepResult> {
    const write = (email: string) => beingDeletedMail(email, person.userId, this.#policy);
    return this.#mail(person, write, FIRST_MAIL_PATIENCE);
  }

  async #remove({ userId }: UserBeingErased): Promise<StepResult> {
    return { counts: await this.records.erase(userId) };
  }

  async #forget({ userId }: UserBeingErased): Promise<StepResult> {
    await this.commands.execute(new EraseSubject(userId));
    // Destroys the key immediately, because the following proof needs this. `identity.destroy-key` does the same when it handles the event.
    await this.people.destroyKey(userId);
    return { counts: {} };
  }

  async #prove({ userId }: UserBeingErased): Promise<StepResult> {
    const left = await this.records.left(userId);
    const tables = Object.keys(left);
    if (tables.length > 0) {
      // Deletes rows that appeared since the last step. Read models delete theirs when they handle the repeated event.
      await this.records.erase(userId);
      await this.#eraseAgain(userId);
      return { againIn: 5 * SECOND_MS, waitsFor: `rows in ${tables.join(', ')}` };
    }
    return { counts: { rowsLeft: 0 } };
  }

  async #eraseAgain(userId: string): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - HANDLED_WITHIN).toISOString();
    await this.writer.decide(erasureStream, userId, (erasure) =>
      eraseAgain(erasure, userId, now.toISOString(), before),
    );
  }

  async #sendLastMail(person: UserBeingErased): Promise<StepResult> {
    const { userId } = person;
    const unfinished = await this.revocations.openOf(userId);
    const open = unfinished.filter(({ isOpen }) => isOpen).map(({ what }) => what);
    if (open.length > 0 && this.#msSinceRequest(person) < PATIENCE)
      return { againIn: 60 * SECOND_MS, waitsFor: open.join(', ') };
    const namesOf = (hand: (typeof unfinished)[number]['byHandOf']) =>
      unfinished.flatMap(({ what, byHandOf }) => (byHandOf === hand ? [what] : []));
    const services = { left: namesOf('the person'), leftToUs: namesOf('the operator') };
    const write = (email: string) => accountDeletedMail(email, userId, { ...services, link: this.#policy });
    const result = await this.#mail(person, write, 2 * PATIENCE);
    if (!('againIn' in result)) await this.revocations.endAllOf(userId);
    return result;
  }

  /** If a crash causes a second mail, both have the same id, so mail programs show only one. */
  async #mail(
    person: UserBeingErased,
    write: (email: string) => Mail,
    patience: number,
  ): Promise<StepResult> {
    const email = await this.rows.emailOf(person.userId);
    if (email === null) return { counts: { mails: 0 } };
    try {
      await this.mailer.send(write(email));
      return { counts: { mails: 1 } };
    } catch (error) {
      if (isAddressRefused(error) || this.#msSinceRequest(person) > patience) return { counts: { mails: 0 } };
      return { againIn: 60 * SECOND_MS, waitsFor: 'the mail server' };
    }
  }

  #msSinceRequest({ requestedAt }: UserBeingErased): number {
    return this.clock.now().getTime() - Date.parse(requestedAt);
  }
}
