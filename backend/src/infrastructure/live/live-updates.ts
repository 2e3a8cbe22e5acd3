import { randomUUID } from 'node:crypto';
import {
  LIVE_TOPICS,
  type LiveChanges,
  type LiveMessage,
  type LiveTopic,
} from '@posthorn/contracts/shared/live.http';
import { Injectable } from '@nestjs/common';
import { FEED_TOPIC, type ChangeTopic, type Touched } from '#infrastructure/readers/projection.ts';
import { DatabaseChannel } from '../database/database-channel.ts';
import { RecentChanges } from './recent-changes.ts';
import { RowsChanged } from '#infrastructure/readers/rows-changed.ts';

const CHANNEL = 'posthorn_live';
/** The maximum of changed ids in a message. If more have changed, a page requests its whole list. */
const CHANGED_IDS_MAX = 10;
/** A notification of PostgreSQL has at most 8,000 bytes. An entry takes about 60 bytes, and 230 more with ten long ids. */
const PER_NOTIFICATION = 25;

/** A list that has changed. Without `changes`, any entry may have changed; processes of older releases send no `changes`. */
type ChangedList = Readonly<{ userId: string; topic: ChangeTopic; changes?: LiveChanges }>;
type Notification =
  | Readonly<{ version: string; touched: readonly ChangedList[] }>
  | Readonly<{ ended: string }>;
export type PageListener = Readonly<{
  userId: string;
  sessionId: string;
  send: (message: LiveMessage) => void;
  /** `crowded`: too many pages listen, and this one is the oldest. */
  end: (why?: 'crowded') => void;
}>;

/** Follows the feed for all programs that this process serves. `null`: the feed of any user may have changed. */
export type FeedFollower = Readonly<{ onChange: (userId: string | null) => void; end: () => void }>;

/** Pages of one session. A current browser needs one, an old browser one for each tab. */
const PER_SESSION = 8;
const PER_USER = 24;
/** Pages of all users that one process serves; each costs a socket and some kilobytes. */
const PER_PROCESS = 2_000;

/** Notifies the open pages of a user, in any process, that a list has changed. The message never holds the content. */
@Injectable()
export class LiveUpdates extends RowsChanged {
  readonly #listeners = new Map<string, Set<PageListener>>();
  readonly #followers: FeedFollower[] = [];
  readonly #recent = new RecentChanges();

  constructor(private readonly channel: DatabaseChannel) {
    super();
    channel.listen(
      CHANNEL,
      (payload) => {
        this.#deliver(JSON.parse(payload) as Notification);
      },
      () => {
        this.#recent.start(performance.now());
        this.#notifyAll();
      },
    );
  }

  /** A page that may have missed a message is notified later that all lists have changed. */
  async publish(touched: readonly Touched[], version: string = randomUUID()): Promise<void> {
    const changed = changedLists(touched);
    for (let from = 0; from < changed.length; from += PER_NOTIFICATION) {
      await this.#notify({ version, touched: changed.slice(from, from + PER_NOTIFICATION) });
    }
  }

  /** Closes every live connection of a session that has just ended. */
  async endSession(sessionId: string): Promise<void> {
    await this.#notify({ ended: sessionId });
  }

  /** Whether this process serves its maximum of pages. */
  get isFull(): boolean {
    return this.count() >= PER_PROCESS;
  }

  /**
   * Returns a function that stops listening. If a session or a user has too many pages, the oldest is closed: its
   * connection may have broken without a signal.
   */
  add(listener: PageListener): () => void {
    const listeners = this.#listeners.get(listener.userId) ?? new Set();
    this.#listeners.set(listener.userId, listeners.add(listener));
    const ofSession = [...listeners].filter(({ sessionId }) => sessionId === listener.sessionId);
    const [oldest] =
      ofSession.length > PER_SESSION ? ofSession : listeners.size > PER_USER ? [...listeners] : [];
    if (oldest) {
      listeners.delete(oldest);
      oldest.end('crowded');
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(listener.userId) === listeners)
        this.#listeners.delete(listener.userId);
    };
  }

  /** From now on, notifies the follower about changes of the feed (`FEED_TOPIC`). */
  follow(follower: FeedFollower): void {
    this.#followers.push(follower);
  }

  /** The lists of a user that have changed in the last `milliseconds`. Call it after `add`, so that no change is missed. */
  changedWithin(userId: string, milliseconds: number): readonly LiveTopic[] {
    const now = performance.now();
    return this.#recent.changedSince(userId, now - milliseconds, now) ?? LIVE_TOPICS;
  }

  /** Closes the connections of all pages and programs. They reconnect to a process that is not stopping. */
  endAll(): void {
    for (const listener of this.#all()) listener.end();
    for (const follower of this.#followers) follower.end();
  }

  count(): number {
    let count = 0;
    for (const { size } of this.#listeners.values()) count += size;
    return count;
  }

  #notify(notification: Notification): Promise<void> {
    return this.channel.notify(CHANNEL, JSON.stringify(notification));
  }

  #deliver(notification: Notification): void {
    if ('ended' in notification) {
      for (const listener of this.#all()) if (listener.sessionId === notification.ended) listener.end();
      return;
    }
    for (const { userId, topic, changes } of notification.touched) {
      if (topic === FEED_TOPIC) {
        for (const follower of this.#followers) follower.onChange(userId);
        continue;
      }
      this.#recent.note(userId, topic, performance.now());
      const message = { topic, version: notification.version, ...(changes && { changes }) };
      for (const listener of this.#listeners.get(userId) ?? []) listener.send(message);
    }
  }

  /** Messages that were sent while this process did not listen are lost, so every list counts as changed. */
  #notifyAll(): void {
    const version = randomUUID();
    for (const listener of this.#all()) for (const topic of LIVE_TOPICS) listener.send({ topic, version });
    for (const follower of this.#followers) follower.onChange(null);
  }

  #all(): PageListener[] {
    return [...this.#listeners.values()].flatMap((listeners) => [...listeners]);
  }
}

/** Returns each list once, with its changes if all are known and few. For each id, the last change counts. */
function changedLists(touched: readonly Touched[]): ChangedList[] {
  const lists = new Map<
    string,
    { userId: string; topic: ChangeTopic; all: boolean; gone: Map<number, boolean> }
  >();
  for (const { userId, topic, change } of touched) {
    const key = `${userId} ${topic}`;
    const list = lists.get(key) ?? { userId, topic, all: true, gone: new Map<number, boolean>() };
    lists.set(key, list);
    if (change) list.gone.set(change.id, change.isGone);
    else list.all = false;
  }
  return [...lists.values()].map(({ userId, topic, all, gone }) => {
    if (!all || gone.size > CHANGED_IDS_MAX) return { userId, topic };
    const idsThat = (areGone: boolean) =>
      [...gone].flatMap(([id, isGone]) => (isGone === areGone ? [id] : []));
    return { userId, topic, changes: { ids: idsThat(false), gone: idsThat(true) } };
  });
}
