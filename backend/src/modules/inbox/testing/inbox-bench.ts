import { randomUUID } from 'node:crypto';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { ERASURE_CATEGORY } from '@posthorn/event-sourcing/subject-erased';
import { Global, Module, type Type } from '@nestjs/common';
import { CommandBus, type Command } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { AccountKeys, type AuthorId } from '#modules/integrations/ports/account-keys.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { CommentRules, type CurrentAbilities } from '#modules/integrations/ports/comment-rules.ts';
import type {
  CommentsOfAccounts,
  KnownComment,
  RemoteComment,
} from '#modules/integrations/ports/comments-of-accounts.ts';
import type { CommentEvent } from '../domain/comment/comment-events.ts';
import { commentStream, type Comment } from '../domain/comment/comment.ts';
import {
  RecordComments,
  type ReadComment,
  type ReadingInfo,
  type RecordedReading,
} from '../effects/record-comments/record-comments.ts';
import { InboxModule } from '../inbox.module.ts';
import { portsImplementedBy, QuietAccounts } from './ports-implemented-by.ts';

/** An event store that counts reads and knows the names of its streams. */
class WatchedStore extends InMemoryEventStore {
  reads = 0;
  readonly streams = new Set<string>();

  override append(...asked: Parameters<InMemoryEventStore['append']>) {
    const appending = super.append(...asked);
    return appending.then((appended) => {
      this.streams.add(asked[0]);
      return appended;
    });
  }

  override readStream(...asked: Parameters<InMemoryEventStore['readStream']>) {
    this.reads++;
    return super.readStream(...asked);
  }
}

/** A double for connected accounts: `ana@social` is an account of `ana`, and `bea@social` an account of `bea`. */
class OwnAccounts implements AccountKeys, Pick<ConnectedAccounts, 'named'> {
  /** Runs once while the caller waits for `byAuthors`. */
  duringCall: () => Promise<void> = () => Promise.resolve();

  async byAuthors(_: Platform, authors: readonly AuthorId[]) {
    const { duringCall } = this;
    this.duringCall = () => Promise.resolve();
    await duringCall();
    const known = [
      { handle: 'ana@social', accountId: 3, ownerId: 'ana' },
      { handle: 'bea@social', accountId: 4, ownerId: 'bea' },
    ];
    // As on Mastodon, the id of an author is not the id of an account.
    return authors.flatMap(({ remoteId, handle }) =>
      known.filter((account) => account.handle === handle).map((account) => ({ ...account, remoteId })),
    );
  }

  named(ids: readonly number[]) {
    const platform: Platform = 'mastodon';
    return Promise.resolve(
      ids.map((id) => ({ id, platform, accountName: 'ana@social', ownerId: 'ana', connected: true })),
    );
  }
}

/** A double that allows everything but removing. */
class Rules extends CommentRules {
  override abilitiesOf(_: Platform, comments: readonly KnownComment[]) {
    const able: CurrentAbilities = {
      reply: 'send',
      whyNot: null,
      openUrl: null,
      hide: 'platform',
      remove: false,
      replyMax: 500,
    };
    return comments.map(() => able);
  }
  override replyLength = () => null;
  override allowsAutomaticReplies = () => false;
}

@Global()
@Module({
  providers: [
    OwnAccounts,
    ...[AccountKeys, ConnectedAccounts].map((provide) => ({ provide, useExisting: OwnAccounts })),
  ],
  exports: [AccountKeys, ConnectedAccounts],
})
class AccountsModule {}

const NOON = Date.parse('2030-01-01T12:00:00.000Z');
/** Returns an ISO time. `seconds`: seconds after noon. */
export const at = (seconds: number): string => new Date(NOON + seconds * 1000).toISOString();

/** Returns a comment of a stranger under the post `p1`. */
export const remote = (changes: Partial<RemoteComment> = {}): RemoteComment => ({
  key: 'k1',
  remoteId: 'r1',
  postRemoteId: 'p1',
  parentRemoteId: null,
  author: { remoteId: 'bo', handle: 'bo@social', name: 'Bo', isBot: false },
  isOwn: false,
  text: 'Nice!',
  createdAt: at(-60),
  editedAt: null,
  permalink: 'https://social.test/r1',
  hidden: null,
  refs: {},
  ...changes,
});
/** Returns a reply of the account itself to the comment `r1`. */
export const ownReply = (changes: Partial<RemoteComment> = {}): RemoteComment =>
  remote({
    key: 'k-own',
    remoteId: 'r-own',
    parentRemoteId: 'r1',
    isOwn: true,
    text: 'Thanks!',
    author: { remoteId: 'me', handle: 'ana@social', name: 'Ana', isBot: false },
    createdAt: at(-30),
    ...changes,
  });

/** The module with accounts of `ana` (3) and `bea` (4) on Mastodon, and methods for specs. */
export class InboxBench {
  private constructor(
    readonly booted: Booted,
    readonly store: WatchedStore,
  ) {}

  static start(...extra: readonly Type[]): Promise<InboxBench> {
    return this.reading(new QuietAccounts(), ...extra);
  }

  /** Starts the module with this double for the responses of platforms to readings. */
  static async reading(comments: CommentsOfAccounts, ...extra: readonly Type[]): Promise<InboxBench> {
    const store = new WatchedStore();
    const options = { store, now: new Date(NOON), database: true };
    const modules = [InboxModule, AccountsModule, portsImplementedBy(new Rules(), comments), ...extra];
    return new InboxBench(await boot(modules, options), store);
  }

  /** Starts another process with the same log and database. */
  async secondProcess(): Promise<InboxBench> {
    const { database: sharing } = this.booted;
    const options = { store: this.store, now: new Date(NOON), sharing };
    const modules = [InboxModule, AccountsModule, portsImplementedBy(new Rules())];
    return new InboxBench(await boot(modules, options), this.store);
  }

  get pool(): Pool {
    return this.booted.app.get(Pool);
  }

  execute<Result>(command: Command<Result>): Promise<Result> {
    return this.#caused(() => this.booted.app.get(CommandBus).execute(command));
  }

  /** Appends the events of a decision to the stream of a comment. */
  async decide(id: number, decision: (comment: Comment) => CommentEvent[]): Promise<void> {
    await this.#caused(() => this.booted.app.get(StreamWriter).decide(commentStream, id, decision));
  }

  #caused<Result>(work: () => Promise<Result>): Promise<Result> {
    const cause = { actor: { kind: 'system', id: 'spec' }, correlationId: 's', causationId: 's' } as const;
    return this.booted.app.get(CauseContext).run(cause, work);
  }

  /** Records what a reading saw, `seconds` after noon. A text stands for the key of a deleted comment. */
  read(
    seen: readonly (RemoteComment | string)[],
    seconds = 0,
    reading: Partial<ReadingInfo> = {},
    ownerId = 'ana',
    accountId = ownerId === 'ana' ? 3 : 4,
  ): Promise<RecordedReading> {
    const account = { accountId, ownerId, platform: 'mastodon' } as const;
    const readComments = seen.map((one): ReadComment =>
      typeof one === 'string' ? { kind: 'gone', key: one } : { kind: 'there', comment: one },
    );
    const how: ReadingInfo = { source: 'news', seenAt: at(seconds), isFirstReading: false, ...reading };
    return this.#caused(() => this.booted.app.get(RecordComments).record(account, readComments, how));
  }

  async comment(id: number): Promise<Comment> {
    return (await this.booted.app.get(EventReader).load(commentStream, id)).state;
  }

  /** Returns the numbers of all comments in the log. */
  recorded(): number[] {
    return [...this.store.streams]
      .filter((name) => name.startsWith('comment-'))
      .map((name) => Number(name.slice(8)));
  }

  typesOf(id: number): string[] {
    return this.store.historyOf(`comment-${String(id)}`).map(({ type }) => type);
  }

  /** Runs `meanwhile` once, during the next call of `byAuthors`. */
  whileAccountsAreAsked(meanwhile: () => Promise<void>): void {
    this.booted.app.get(OwnAccounts).duringCall = meanwhile;
  }

  /** Records the event with which Identity records that a user requests erasure. */
  async leave(userId: string): Promise<void> {
    const actor = { kind: 'system', id: 'spec' } as const;
    const meta = { actor, correlationId: 's', causationId: 's', at: at(0), schema: 1, chain: '' };
    const data = { userId, requestedAt: at(0) };
    const event = { id: randomUUID(), type: 'ErasureRequested', data, meta };
    await this.store.append(`${ERASURE_CATEGORY}-${userId}`, [event], { expected: 'noStream' });
  }

  catchUp(): Promise<void> {
    return this.booted.catchUp();
  }

  close(): Promise<void> {
    return this.booted.close();
  }
}
