import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { Injectable, Logger } from '@nestjs/common';
import { defineLeasedWork, type NextRun } from '#infrastructure/effects/define-leased-work.ts';
import { RemoteRevocationRows, type RemoteRevocation } from './remote-revocation-rows.ts';

/**
 * Sends the request to the other server. A repeat is harmless.
 * @throws any error of the call
 */
type SendRevocation = (secret: JsonObject) => Promise<void>;
/** Who can make the request by hand. */
type ManualActor = 'the person' | 'the operator';
/** A request that did not succeed. `what`: the name that users know. `isOpen`: more tries follow. */
export type OpenRevocation = Readonly<{ what: string; isOpen: boolean; byHandOf: ManualActor }>;

/** Delays before each repeat. The caller of `keep` makes the first try. Six tries in total within a day. */
const WAITS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 16 * HOUR_MS];
/** After giving up, the secret is deleted. For this time, a report shows what is left to do by hand. */
const REPORTED_FOR = 2 * DAY_MS;

/**
 * Sends requests to other servers after a user has left them and the first try failed. This is leased work, not an effect: a repeat of the request
 * is harmless.
 */
@Injectable()
export class RemoteRevocations {
  readonly #logger = new Logger('farewells');
  readonly #kinds = new Map<string, Readonly<{ send: SendRevocation; byHandOf: ManualActor }>>();

  constructor(private readonly rows: RemoteRevocationRows) {}

  /** @throws Error when the kind is already registered */
  register(kind: string, send: SendRevocation, byHandOf: ManualActor = 'the person'): void {
    if (this.#kinds.has(kind))
      throw new Error(`Remote revocations of the kind ${kind} are registered twice.`);
    this.#kinds.set(kind, { send, byHandOf });
  }

  /** Stores a request that is about to be sent, or that failed. It is sent again until it succeeds. */
  keep(revocation: RemoteRevocation): Promise<void> {
    return this.rows.add(revocation, WAITS[0] ?? MINUTE_MS);
  }

  /** Records success. Does nothing when the request is not stored. */
  succeeded(id: string): Promise<void> {
    return this.rows.drop(id);
  }

  /** The other server accepts no such request: a person has to do it by hand. Does nothing when the request is not stored. */
  onlyByHand(id: string): Promise<void> {
    return this.rows.giveUp(id, REPORTED_FOR);
  }

  /** The requests of this user that have not succeeded. */
  async openOf(ownerId: string): Promise<readonly OpenRevocation[]> {
    const open = await this.rows.openOf(ownerId);
    return open.map(({ kind, what, isOpen }) => ({
      what,
      isOpen,
      byHandOf: this.#kinds.get(kind)?.byHandOf ?? 'the person',
    }));
  }

  /** Deletes the rows, including those of failed requests, which were reported before. */
  endAllOf(ownerId: string): Promise<void> {
    return this.rows.dropAllOf(ownerId);
  }

  /** Sends a stored request again. After the last of `WAITS`, gives up. */
  async send(id: string): Promise<NextRun> {
    const revocation = await this.rows.read(id);
    if (!revocation) return 'gone';
    const { kind, what, secret, tries, ownerId } = revocation;
    if (revocation.givenUp) return this.#drop(id);
    try {
      const registered = this.#kinds.get(kind);
      if (!registered) throw new Error(`No module sends remote revocations of the kind ${kind}`);
      await registered.send(secret);
    } catch (error) {
      const wait = WAITS[tries + 1];
      const msg =
        wait === undefined
          ? 'A remote revocation failed for the last time; it has to be done by hand at the other side'
          : 'A remote revocation failed; it is sent again';
      const line = { msg, id, what, isLast: wait === undefined, err: error };
      // `userId` lets the operator find the account on the other server when they have to do it by hand.
      if (wait === undefined && this.#kinds.get(kind)?.byHandOf === 'the operator')
        this.#logger.error({ ...line, userId: ownerId });
      else this.#logger.warn(line);
      await (wait === undefined ? this.rows.giveUp(id, REPORTED_FOR) : this.rows.noteTry(id));
      return wait ?? REPORTED_FOR;
    }
    return this.#drop(id);
  }

  async #drop(id: string): Promise<'gone'> {
    await this.rows.drop(id);
    return 'gone';
  }
}

/** Sends failed requests again. */
export const RemoteRevocationLoop = defineLeasedWork({
  // `farewell` is the first name of these requests. Stored names do not change.
  name: 'farewell',
  actor: 'farewells',
  loop: 'effects.farewells',
  logger: 'farewells',
  needs: { revocations: RemoteRevocations },
  rows: { table: 'effects.farewell', columns: { id: 'text' }, lease: 60_000 },
  slots: 4,
  times: { tick: 5_000, renewLease: 20_000, firstRetry: 15 * MINUTE_MS, drain: 10_000 },
  run: ({ id }, { revocations }) => revocations.send(id),
});
