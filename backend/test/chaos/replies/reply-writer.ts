import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { COMMENTS_PAGE, type CommentDetail, type CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { accountsOf, giveEveryConsent, targetFor, uploadVideo } from '../../all-platforms.ts';
import { Creator } from '../../creator.ts';
import { eventually } from '../../eventually.ts';
import { SandboxControl, type Fault } from '../../sandbox-control.ts';
import type { ChaosSetup } from '../chaos-setup.ts';
import type { AutoTally } from './auto-tally.ts';
import { AutoWriter } from './auto-writer.ts';
import { isStuck, tallyModeration, type ModerationTally, type PlatformState } from './moderation-tally.ts';
import { patientGet } from '../patient-get.ts';
import { Moderator } from './moderator.ts';
import {
  replyTextOf,
  numberOf,
  questionOf,
  tallyReplies,
  type Made,
  type ReplyTally,
} from './reply-tally.ts';

/** The user who replies to comments in a run. */
export const REPLIER = 'answers@example.com';
/** Platforms where every sandbox account can reply to comments. */
export const REPLY_PLATFORMS = [
  ...['bluesky', 'mastodon', 'facebook', 'threads', 'youtube', 'linkedin', 'instagram'],
] as const;
/** Comments on each platform before the first kill. Later comments arrive only while a reader runs. */
const FIRST_COMMENTS = 10;
/** The minimum number of comments without a reply. With the unfinished replies, each kill interrupts some work. */
const WITHOUT_REPLY = 60;
const OPEN_AT_A_TIME = 40;
/** The lease of a killed reader lasts a minute. */
const READ_AGAIN_SECONDS = 60;
const SETTLE_SECONDS = 300;
const RELEASE_EVERY_MS = 250;
/** Reading the whole inbox takes processor time from the workers. */
const READ_EVERY_MS = 1_000;
/** If the log still refuses after this many attempts, the run fails. */
const MAX_TRIES = 10;

/** The shares of replies with a fault, of replies that are requested twice at once, and of comments under another comment. */
const FAULT_SHARE = 0.3;
const SENT_TWICE_SHARE = 0.2;
const NESTED_SHARE = 0.25;
/** `HIDDEN_SHARE`: the share of comments that are hidden at some time. `REMOVED_SHARE`: the share that is removed and gets no reply. */
const HIDDEN_SHARE = 0.4;
const REMOVED_SHARE = 0.15;
/** A fault that is listed twice is chosen twice as often. */
const FAULTS: readonly Fault[] = [
  ...([
    'http500',
    'http500',
    'dropAfterAccept',
    'dropAfterAccept',
    'hang',
    'hold',
    'createThenRefuse',
  ] as const),
];

/** Keeps writing comments on one post on every platform, and requests replies, with planned faults of the platforms. */
export class ReplyWriter {
  readonly sandbox: SandboxControl;
  readonly faults: Record<string, number> = {};
  /** Requests with the response "please try again", which the writer repeated. */
  refused = 0;
  /** By the number of the comment. */
  readonly #made = new Map<number, Made & Readonly<{ remoteId: string; parent: number | null }>>();
  /** Numbers of comments for which hiding or removing was already considered. */
  readonly #considered = new Set<number>();
  #moderator: Moderator | null = null;
  readonly #requests = new Set<Promise<void>>();
  readonly #posts = new Map<string, string>();
  readonly #autoWriter: AutoWriter;
  #creator: Creator | null = null;

  constructor(
    private readonly setup: ChaosSetup,
    private readonly random: () => number,
  ) {
    this.sandbox = new SandboxControl(setup.sandboxUrl);
    this.#autoWriter = new AutoWriter(setup, this.sandbox, random);
  }

  /** Creates the accounts, a post on all of them and the first comments. */
  async begin(): Promise<void> {
    // The platforms accept duplicates, so only the product's own log can prevent them.
    await this.sandbox.settings({ recognizeDuplicates: false });
    await this.sandbox.webhooks({ doubled: true });
    const creator = await Creator.signedIn(this.setup, REPLIER);
    this.#creator = creator;
    this.#moderator = new Moderator(creator.client, this.random);
    await giveEveryConsent(creator, 'answers');
    const accounts = await eventually(async () => {
      const all = await accountsOf(creator);
      return REPLY_PLATFORMS.map((platform) => replyingAccountOf(all, platform));
    }, SETTLE_SECONDS);
    const targets = await Promise.all(accounts.map((account) => targetFor(creator, account)));
    const mediaFiles = [{ mediaUrl: await uploadVideo(creator) }];
    const { body } = await creator.schedule(accounts, 'Ask us.', { title: 'Ask us', targets, mediaFiles });
    const post = await creator.settled(body.id, ['posted'], SETTLE_SECONDS);
    for (const { platform, remoteId } of post.targets) this.#posts.set(platform, remoteId ?? '');
    for (let count = 0; count < FIRST_COMMENTS; count += 1)
      for (const platform of REPLY_PLATFORMS) await this.#comment(platform);
    await this.#expectAllArrived();
    await this.#autoWriter.begin();
  }

  async write(isOver: () => boolean): Promise<void> {
    await Promise.all([this.#releaseHeld(isOver), this.#replyToAll(isOver), this.#autoWriter.write(isOver)]);
  }

  /** Counts when everything is finished, or no more results follow. */
  async settled(): Promise<ReplyTally & Readonly<{ moderation: ModerationTally; automatic: AutoTally }>> {
    let isSettled = false;
    const counting = this.#autoWriter.settled();
    const settle = async () => {
      await this.#showHidden();
      await this.#expectAllArrived().catch(() => undefined);
      await eventually(async () => {
        const open = (await this.#inbox()).filter(isOpen).length;
        if (open > 0) throw new Error(`${String(open)} replies are still open`);
      }, SETTLE_SECONDS).catch(() => undefined);
      await counting;
      isSettled = true;
    };
    await Promise.all([settle(), this.#releaseHeld(() => isSettled)]);
    // If a comment is shown again, its replies are shown again too. The inbox notices this at its next poll.
    await eventually(async () => {
      const { mistaken } = await this.#moderationTally(await this.#details());
      if (mistaken > 0) throw new Error(`${String(mistaken)} comments are not as their platform shows them`);
    }, READ_AGAIN_SECONDS).catch(() => undefined);
    const inbox = await this.#details();
    const received = (await this.sandbox.replies()).filter((reply) => !this.#autoWriter.isBelow(reply));
    return {
      ...tallyReplies([...this.#made.values()], inbox, received),
      automatic: await counting,
      moderation: await this.#moderationTally(inbox),
    };
  }

  async #details(): Promise<CommentDetail[]> {
    return Promise.all((await this.#inbox()).map(({ id }) => this.#detail(id)));
  }

  async #moderationTally(inbox: readonly CommentView[]): Promise<ModerationTally> {
    const requests = [...this.#moderations.requests.values()];
    const states = new Map<number, PlatformState>();
    for (const { number, platform, remoteId } of requests)
      states.set(number, await this.sandbox.stateOfComment(platform, remoteId));
    return tallyModeration(requests, new Map(inbox.map((view) => [view.id, view])), states);
  }

  /** Shows hidden comments again, so that the comments under them arrive. */
  async #showHidden(): Promise<void> {
    const numbersInInbox = new Set((await this.#inbox()).map(({ commentText }) => numberOf(commentText)));
    for (const { number, parent } of this.#made.values()) {
      if (numbersInInbox.has(number)) continue;
      for (let above = parent; above !== null; above = this.#made.get(above)?.parent ?? null)
        this.#moderations.show(above);
    }
    await this.#moderations.settled();
  }

  /** Hides or removes some comments that were not considered yet. */
  #moderate(inbox: readonly CommentView[]): void {
    for (const view of inbox) {
      const made = this.#made.get(numberOf(view.commentText));
      if (!made || this.#considered.has(made.number)) continue;
      this.#considered.add(made.number);
      const chance = this.random();
      if (chance < HIDDEN_SHARE) this.#moderations.hide(view, made);
      else if (chance < HIDDEN_SHARE + REMOVED_SHARE && this.#mayRemove(view, made))
        this.#moderations.remove(view, made);
    }
    this.#moderations.changeSome();
  }

  /** Whether the comment may be removed. A comment with a reply must stay, because the tally needs its replies. */
  #mayRemove({ can, reply }: CommentView, { number, isAsked }: Made): boolean {
    const isParent = [...this.#made.values()].some(({ parent }) => parent === number);
    return can.remove && !isAsked && reply === null && !isParent;
  }

  #isRemoved(number: number): boolean {
    return this.#moderations.requests.get(number)?.last === 'remove';
  }

  async #replyToAll(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const inbox = await this.#inbox();
      let open = inbox.filter((view) => isOpen(view) || (view.reply === null && this.#isAsked(view))).length;
      this.#moderate(inbox);
      const waiting = inbox.filter(
        (view) => !this.#isAsked(view) && !this.#isRemoved(numberOf(view.commentText)),
      );
      for (; open < OPEN_AT_A_TIME && waiting.length > 0; open += 1) {
        const [view] = waiting.splice(Math.floor(this.random() * waiting.length), 1);
        if (view) await this.#requestReply(view);
      }
      const withoutReply = [...this.#made.values()].filter(
        ({ isAsked, number }) => !isAsked && !this.#isRemoved(number),
      ).length;
      if (withoutReply < WITHOUT_REPLY) for (const platform of REPLY_PLATFORMS) await this.#comment(platform);
      await pause(READ_EVERY_MS);
    }
    await Promise.all([...this.#requests, this.#moderations.settled()]);
  }

  /** Releases delayed calls, because a delayed call must arrive before a worker may treat it as lost. */
  async #releaseHeld(isOver: () => boolean): Promise<void> {
    let lastRelease = performance.now();
    const release = async () => {
      const heldUpFor = await this.sandbox.release();
      // Another call may be delayed because the platforms were too busy to accept it.
      this.setup.late.noteDelay(Math.max(heldUpFor, Math.round(performance.now() - lastRelease)));
      lastRelease = performance.now();
    };
    while (!isOver()) {
      await release();
      await pause(RELEASE_EVERY_MS);
    }
    await release();
  }

  async #comment(platform: string): Promise<void> {
    const number = this.#made.size + 1;
    const others = [...this.#made.values()].filter(
      (each) => each.platform === platform && !this.#isRemoved(each.number),
    );
    const parent =
      this.random() < NESTED_SHARE ? others[Math.floor(this.random() * others.length)] : undefined;
    const remoteId = await this.sandbox.comment({
      platform,
      remoteId: this.#posts.get(platform) ?? '',
      author: `guest${String(number)}`,
      text: questionOf(number),
      ...(parent && { parentId: parent.remoteId }),
    });
    this.#made.set(number, { number, platform, isAsked: false, remoteId, parent: parent?.number ?? null });
  }

  /** Requests a reply without waiting for the result. */
  async #requestReply({ id, platform, commentText }: CommentView): Promise<void> {
    const number = numberOf(commentText);
    const made = this.#made.get(number);
    if (!made) return;
    this.#made.set(number, { ...made, isAsked: true });
    if (this.random() < FAULT_SHARE) await this.#fault(platform);
    const reply = { replyText: replyTextOf(number), replyId: randomUUID() };
    const times = this.random() < SENT_TWICE_SHARE ? 2 : 1;
    const request = Promise.all(Array.from({ length: times }, () => this.#sendReply(id, reply))).then(() => {
      this.#requests.delete(request);
    });
    this.#requests.add(request);
    // `#replyToAll` throws the error.
    request.catch(() => undefined);
  }

  async #sendReply(id: number, reply: object): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const { status, text } = await this.client.post(`/api/comments/${String(id)}/reply`, reply);
      if (status < 300) return;
      if (status !== 503 || tries === MAX_TRIES)
        throw new Error(`The request for a reply got the response ${String(status)}: ${text}`);
      this.refused += 1;
      await pause(1000);
    }
  }

  async #fault(platform: string): Promise<void> {
    const fault = FAULTS[Math.floor(this.random() * FAULTS.length)] ?? 'http500';
    this.faults[fault] = (this.faults[fault] ?? 0) + 1;
    await this.sandbox.fault(platform, fault);
  }

  #expectAllArrived(): Promise<void> {
    return eventually(async () => {
      const inbox = await this.#inbox();
      if (inbox.some(isStuck)) throw new Error('Comments are still being hidden, shown or removed');
      const numbersInInbox = new Set(inbox.map(({ commentText }) => numberOf(commentText)));
      const missing = [...this.#made.keys()].filter((number) => !numbersInInbox.has(number)).length;
      if (missing > 0) throw new Error(`${String(missing)} comments are not in the inbox yet`);
    }, SETTLE_SECONDS);
  }

  #isAsked({ commentText }: CommentView): boolean {
    return this.#made.get(numberOf(commentText))?.isAsked === true;
  }

  async #inbox(): Promise<readonly CommentView[]> {
    const all: CommentView[] = [];
    for (let after: string | null = ''; after !== null;) {
      const query: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
      const { body, headers } = await patientGet<readonly CommentView[]>(
        this.client,
        `/api/comments?limit=500${query}`,
      );
      all.push(...body);
      after = headers.get(COMMENTS_PAGE.cursorHeader);
    }
    return all.map((view) => this.#withText(view));
  }

  async #detail(id: number): Promise<CommentDetail> {
    return this.#withText((await patientGet<CommentDetail>(this.client, `/api/comments/${String(id)}`)).body);
  }

  /** Restores the text of a removed comment, which the inbox no longer has. */
  #withText<View extends CommentView>(view: View): View {
    if (!view.gone) return view;
    const removed = [...this.#moderations.requests.values()].find(({ commentId }) => commentId === view.id);
    return removed ? { ...view, commentText: questionOf(removed.number) } : view;
  }

  get #moderations(): Moderator {
    if (!this.#moderator) throw new Error('No user is signed in yet');
    return this.#moderator;
  }

  private get client(): Creator['client'] {
    if (!this.#creator) throw new Error('No user is signed in yet');
    return this.#creator.client;
  }
}

/** Whether the reply may still change by itself. */
const isOpen = ({ reply }: CommentView): boolean =>
  reply?.state === 'waiting' ||
  reply?.state === 'sending' ||
  (reply?.state === 'unknown' && reply.until !== null);

/** LinkedIn lets apps read comments of organizations only. */
function replyingAccountOf(accounts: readonly AccountView[], platform: string): AccountView {
  const account = accounts.find(
    (each) => each.platform === platform && (platform !== 'linkedin' || each.accountName.endsWith('-studio')),
  );
  if (!account) throw new Error(`No account on ${platform} is in the list yet`);
  return account;
}
