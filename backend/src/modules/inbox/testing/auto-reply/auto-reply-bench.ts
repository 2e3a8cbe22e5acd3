import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import type { Plan } from '@posthorn/contracts/billing/plan';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { Global, Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { EFFECT_TIMES } from '#infrastructure/effects/attempt/retry-waits.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { Personalities } from '#modules/identity/ports/personalities.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import { recordComment, type CommentSnapshot } from '../../domain/comment/comment-recording.ts';
import { sighting } from '../../domain/comment/testing/comment-samples.ts';
import { ChangeInboxSettings } from '../../features/inbox-settings/change-inbox-settings.command.ts';
import { InboxModule } from '../../inbox.module.ts';
import { ReplyModel } from '../../gateways/language-model/reply-model.ts';
import { Replies } from '../../effects/replies/replies.ts';
import { ScriptedComments, scriptedIntegrations } from '../scripted-comments.ts';
import { ScriptedModel } from '../scripted-model.ts';
import { TIMES } from '../../effects/times.ts';
import { AutoReplies } from '../../effects/auto-reply/auto-replies.ts';
import {
  AUTO_REPLIES_VIEW,
  SENT_REPLIES_VIEW,
} from '../../read-models/auto-reply/auto-reply-table.projection.ts';
import { POSTS_VIEW } from '../../read-models/publications/publications.projection.ts';

/** Shorter times than those of the product. Replies are due immediately, and loops run only on request. */
const times = {
  ...EFFECT_TIMES,
  tick: 3_600_000,
  lease: 15_000,
  renewLease: 5_000,
  preparation: 5_000,
  drain: 1_000,
  startWithin: 400,
  callWithin: 500,
  firstRetry: 10,
  longestRetry: 50,
  firstLookUp: 1,
  visibility: 1,
  lateCall: 1,
  autoReplySoonest: 0,
  autoReplyLatest: 0,
  modelRetry: 300_000,
};
const recent = () => new Date(Date.now() - 1_000).toISOString();

/** The inbox of one person, with a post and a scripted platform and model. */
export class AutoReplyBench {
  readonly script = new ScriptedComments();
  readonly model = new ScriptedModel();
  readonly store = new InMemoryEventStore();
  plan: Plan = 'premium';
  owner = 'ana';
  /** The last comment that arrived. */
  commentId = 0;
  /** The post of this case. */
  postId = 0;
  product!: Booted;

  async open(): Promise<void> {
    const bindings = [
      { provide: TIMES, useValue: times },
      { provide: ReplyModel, useValue: this.model },
    ];
    const modules = [scriptedIntegrations(this.script), InboxModule, neighboursOf(this)];
    const { store } = this;
    this.product = await boot(modules, { store, now: new Date(), database: true, bindings });
  }

  close(): Promise<void> {
    return this.product.close();
  }

  /** Starts another case: everything is switched on, and there is a new post. */
  async reset(owner = 'ana'): Promise<void> {
    this.script.reset();
    this.model.reset();
    this.plan = 'premium';
    this.isAllowed = true;
    this.owner = owner;
    await this.choose({
      autoReply: 'send',
      requireApproval: false,
      autoHideSpam: true,
      filterProfanity: true,
    });
    await this.pool().query('truncate inbox.ai_use, inbox.auto_reply_claim');
    // Replies of earlier cases must not count for the limits.
    await this.pool().query(
      `update ${AUTO_REPLIES_VIEW} set reserved_at = '2020-01-01' where reserved_at is not null`,
    );
    await this.pool().query(`delete from ${SENT_REPLIES_VIEW}`);
    this.postId += 1;
    await this.post(true);
  }

  /** Changes the setting `AUTO_REPLY` of the installation. */
  set isAllowed(autoReply: boolean) {
    Object.assign(this.product.app.get(Configuration), { autoReply });
  }

  readonly pool = () => this.product.app.get(Pool);
  readonly post = (asks: boolean) =>
    this.pool().query(
      `insert into ${POSTS_VIEW} (post_id, owner_id, content, ai_replies) values ($1, $2, 'Fresh bread today', $3)`,
      [this.postId, this.owner, asks],
    );
  readonly as = <Result>(id: string, work: () => Promise<Result>) =>
    this.product.app
      .get(CauseContext)
      .run({ actor: { kind: 'user', id }, correlationId: 'spec', causationId: 'spec' }, work);
  readonly choose = (change: ConstructorParameters<typeof ChangeInboxSettings>[1]) =>
    this.as(this.owner, () =>
      this.product.app.get(CommandBus).execute(new ChangeInboxSettings(this.owner, change)),
    );

  /** Receives a comment under the post of this case. */
  readonly receive = async (
    text = 'What a lovely loaf',
    changes: Partial<CommentSnapshot> = {},
    postId = this.postId,
  ): Promise<number> => {
    this.commentId += 1;
    const key = String(this.commentId);
    const seen = sighting(0, {
      key,
      remoteId: key,
      text,
      textMac: `mac of ${text} ${key}`,
      authorMac: `mac-${key}`,
      createdAt: recent(),
      seenAt: recent(),
      postId,
      ...changes,
    });
    await this.decide((comment, id) => recordComment(comment, id, seen, null));
    return this.commentId;
  };
  /** Decides on the last comment. */
  readonly decide = async (
    decision: (comment: Comment, id: CommentId) => readonly CommentEvent[],
  ): Promise<void> => {
    const id = {
      commentId: this.commentId,
      ownerId: this.owner,
      accountId: 3,
      platform: 'mastodon',
    } as const;
    const writer = this.product.app.get(StreamWriter);
    await this.as('system', () =>
      writer.decide(commentStream, id.commentId, (comment) => decision(comment, id)),
    );
  };
  readonly load = async (id = this.commentId) =>
    (await this.product.app.get(EventReader).load(commentStream, id)).state;

  readonly think = () => this.#round(AutoReplies);
  readonly send = () => this.#round(Replies);
  /** Runs until nothing is due now. Comments without a reply have then released their places. */
  readonly work = async (): Promise<void> => {
    await this.think();
    await this.send();
    await this.think();
  };
  async #round(loop: typeof AutoReplies | typeof Replies): Promise<void> {
    await this.product.catchUp();
    await this.product.app.get<WorkerLoop>(loop).round();
    await this.product.catchUp();
  }

  readonly types = (id = this.commentId) =>
    this.store.historyOf(`comment-${String(id)}`).map(({ type }) => type);
  readonly places = () => this.store.historyOf(`autoReply-${String(this.postId)}-3`).map(({ type }) => type);
  /** Ends the wait of five minutes after which the product repeats the request to the model. */
  readonly later = () =>
    this.pool().query(
      `update ${AUTO_REPLIES_VIEW} set due_at = due_at - interval '5 minutes', reserved_at = reserved_at - interval '5 minutes'
       where stage = 'open' and reserved_at is not null`,
    );
}

function neighboursOf(bench: AutoReplyBench) {
  class Plans extends PlanOf {
    override entitlementsOf = (): Promise<Entitlements> => Promise.resolve(ENTITLEMENTS[bench.plan]);
    override shown = this.entitlementsOf;
  }
  class OnePersonality extends Personalities {
    override personalityOf = (): Promise<string> => Promise.resolve('Warm and witty');
  }
  @Global()
  @Module({
    providers: [
      { provide: PlanOf, useClass: Plans },
      { provide: Personalities, useClass: OnePersonality },
    ],
    exports: [PlanOf, Personalities],
  })
  class Neighbours {}
  return Neighbours;
}
