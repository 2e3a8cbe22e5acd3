import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import { eventOf } from '../../domain/comment/comment-shapes.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import { requestReply, skipReply, turnIntoDraft } from '../../domain/comment/replying.ts';
import { recordComment, type CommentSnapshot } from '../../domain/comment/comment-recording.ts';
import { autoReplyDelay } from '../../read-models/auto-reply/auto-reply-delay.ts';
import {
  autoReplyStream,
  release,
  reserve,
  whyNoPlace,
  type AutoReplies,
} from '../../domain/auto-reply/auto-reply.ts';
import { whyNoAutoReply, reasonInComment } from '../../domain/auto-reply/why-no-auto-reply.ts';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const PEOPLE = ['ana', 'bea'] as const;
type Person = (typeof PEOPLE)[number];
type Writer = Person | 'echo';
/** An automatic reply that was sent. `at`: seconds after noon. */
export type SentInLoop = Readonly<{ by: Person; to: Writer; post: Person; at: number }>;
/** What the platform shows: a comment under the post of a person. */
type Shown = Readonly<{
  id: number;
  by: Writer;
  post: Person;
  parent: Shown | null;
  text: string;
  at: number;
}>;

const TIMES = { autoReplySoonest: 30, autoReplyLatest: 180 };

/**
 * Simulates a platform with one post of each of two people. People comment at random, automatic replies follow the rules of the domain,
 * and a program echoes each reply that it receives. A faulty bridge between platforms also shows each reply under the other person's post.
 */
export class LoopWorld {
  readonly sent: SentInLoop[] = [];
  /** When each person switched off automatic replies, in seconds after noon. */
  readonly switchedOff = new Map<Writer, number>();
  /** The number of replies that became drafts, because the owner had switched off automatic replies. */
  drafts = 0;
  readonly #shown: Shown[] = [];
  readonly #streams = new Map<number, Comment>();
  readonly #places = new Map<Person, AutoReplies>();
  readonly #due: { at: number; run: () => void }[] = [];
  #now = 0;
  #state: number;

  constructor(
    seed: number,
    private readonly isOneInstallation: boolean,
  ) {
    this.#state = seed;
    for (const by of PEOPLE) {
      if (this.#random() < 0.7) this.#at(this.#random() * 20_000, () => this.switchedOff.set(by, this.#now));
      for (let count = 0; count < 3; count++)
        this.#at(this.#random() * 40_000, () => {
          this.#write(by, by === 'ana' ? 'bea' : 'ana', null, `I like number ${String(count)} best`);
        });
      this.#at(this.#random() * 40_000, () => {
        this.#write('echo', by, null, 'Good morning to you');
      });
    }
  }

  /** The number of events that are still to happen. */
  get open(): number {
    return this.#due.length;
  }

  /** The number of comments and replies in all. */
  get written(): number {
    return this.#shown.length;
  }

  /** Runs until this time, or until no event is left. */
  run(until: number): void {
    for (;;) {
      this.#due.sort((one, other) => one.at - other.at);
      const next = this.#due[0];
      if (!next || next.at > until) return;
      this.#due.shift();
      this.#now = next.at;
      next.run();
    }
  }

  #at(at: number, run: () => void): void {
    this.#due.push({ at, run });
  }

  #after(seconds: number, run: () => void): void {
    this.#at(this.#now + seconds, run);
  }

  /** Adds a comment under a post. The owner of the post receives the comments of all others. */
  #write(by: Writer, post: Person, parent: Shown | null, text: string): Shown {
    const shown = { id: this.#shown.length + 1, by, post, parent, text, at: this.#now };
    this.#shown.push(shown);
    if (by !== post)
      this.#after(this.#random() * 90, () => {
        this.#receive(shown);
      });
    return shown;
  }

  #receive(shown: Shown): void {
    this.#decide(shown, (comment) => recordComment(comment, idOf(shown), this.#sighting(shown), null));
    this.#after(autoReplyDelay(shown.id, TIMES), () => {
      this.#takeTurn(shown);
    });
  }

  #takeTurn(shown: Shown): void {
    const { post, by } = shown;
    const comment = this.#decide(shown, () => []);
    const places = this.#places.get(post) ?? autoReplyStream.initial;
    const mine = { commentId: shown.id, replyId: replyOf(shown), authorMac: `mac-${by}` };
    const taken = whyNoPlace(places, mine);
    const ownReplies = this.sent.filter((sent) => sent.by === post);
    const why = whyNoAutoReply({
      now: this.#time(),
      isInstallationOn: true,
      mode: this.switchedOff.has(post) ? 'off' : 'send',
      isPremium: true,
      hasPlanEnded: false,
      isAskedFor: true,
      comment,
      text: shown.text,
      isBlocked: false,
      isAuthorConnected: this.isOneInstallation && by !== 'echo',
      quickAnswers: this.#shown.filter(
        (other) => other.by === by && ownReplies.some(({ at }) => other.at >= at && other.at - at <= 10),
      ).length,
      isBelowOwnReply:
        shown.parent !== null &&
        (shown.parent.by === post ||
          this.#shown.some((other) => other.parent === shown.parent && other.by === post)),
      canReply: true,
      isAuthorAnswered: taken === 'author',
      repliesToPublication: places.places.length,
      repliesLastHour: ownReplies.filter(({ at }) => this.#now - at < 3_600).length,
      repliesLastDay: ownReplies.length,
    });
    if (why !== null) {
      this.#decide(shown, (now) => skipReply(now, idOf(shown), why, this.#time()));
      return;
    }
    const key = { postId: post === 'ana' ? 1 : 2, accountId: 3, ownerId: post, ...mine };
    const kept = reserve(places, key, this.#time()).reduce(autoReplyStream.evolve, places);
    this.#places.set(post, kept);
    // The model takes some time, and so does the attempt.
    this.#after(this.#random() * 20, () => {
      this.#decide(shown, (now) =>
        reasonInComment(now) === null ? requestReply(now, idOf(shown), newReplyOf(shown), this.#time()) : [],
      );
      this.#after(this.#random() * 900, () => {
        this.#attempt(shown, key);
      });
    });
  }

  #attempt(shown: Shown, of: Parameters<typeof release>[1]): void {
    const { post } = shown;
    const comment = this.#decide(shown, () => []);
    if (comment.reply === null) return;
    if (this.switchedOff.has(post)) {
      this.drafts += this.#decide(shown, (now) =>
        turnIntoDraft(now, idOf(shown), 'switched-off', this.#time()),
      ).draft
        ? 1
        : 0;
      const places = this.#places.get(post) ?? autoReplyStream.initial;
      this.#places.set(post, release(places, of, this.#time()).reduce(autoReplyStream.evolve, places));
      return;
    }
    this.#arrive(shown);
  }

  #arrive(shown: Shown): void {
    const { post, by } = shown;
    this.#decide(shown, () => [
      eventOf(idOf(shown), 'ReplySent', {
        replyId: replyOf(shown),
        kind: 'ai',
        attemptId: null,
        remoteId: null,
        permalink: null,
        sentAt: this.#time().toISOString(),
        evidence: 'answer',
      }),
    ]);
    this.sent.push({ by: post, to: by, post, at: this.#now });
    const reply = this.#write(post, post, shown, `Thank you for ${shown.text}`);
    if (by === 'echo') this.#echo(reply);
    // The bridge shows the reply under the addressee's own post too.
    else if (by !== post) this.#write(post, by, null, reply.text);
  }

  /** Echoes a reply immediately or later: below the reply, below its comment, or under the post. Echoes it also under the other post. */
  #echo(reply: Shown): void {
    const parent = [reply, reply.parent, null][Math.floor(this.#random() * 3)] ?? null;
    const wait = this.#random() < 0.5 ? this.#random() * 10 : this.#random() * 4_000;
    this.#after(wait, () => {
      this.#write('echo', reply.post, parent, reply.text);
      this.#write('echo', reply.post === 'ana' ? 'bea' : 'ana', null, reply.text);
    });
  }

  #decide({ id }: Shown, decision: (comment: Comment) => readonly CommentEvent[]): Comment {
    const before = this.#streams.get(id) ?? commentStream.initial;
    const after = decision(before).reduce(commentStream.evolve, before);
    this.#streams.set(id, after);
    return after;
  }

  #sighting({ id, by, post, parent, text, at }: Shown): CommentSnapshot {
    const name = String(id);
    return {
      postRemoteId: post,
      key: name,
      remoteId: name,
      remoteRefs: {},
      parentRemoteId: parent && String(parent.id),
      author: { remoteId: by, handle: by, name: null, isBot: false },
      authorMac: `mac-${by}`,
      text,
      textMac: `mac-${text}`,
      createdAt: new Date(NOON + at * 1000).toISOString(),
      editedAt: null,
      seenAt: this.#time().toISOString(),
      source: 'news',
      permalink: null,
      isBacklog: false,
      hidden: null,
    };
  }

  #time(): Date {
    return new Date(NOON + this.#now * 1000);
  }

  /** Returns pseudo-random numbers, the same for the same seed. The algorithm is mulberry32. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

const idOf = ({ id, post }: Shown): CommentId => ({
  commentId: id,
  ownerId: post,
  accountId: 3,
  platform: 'mastodon',
});
const replyOf = ({ id }: Shown): string => `reply-${String(id)}`;
const newReplyOf = (shown: Shown): Parameters<typeof requestReply>[2] => ({
  replyId: replyOf(shown),
  kind: 'ai',
  aiAssisted: false,
  text: `Thank you for ${shown.text}`,
  forTextMac: `mac-${shown.text}`,
  notBefore: null,
});
