import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event, Stream } from '@posthorn/event-sourcing';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { Pool } from 'pg';
import request from 'supertest';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { BillingModule } from '#modules/billing/billing.module.ts';
import { IdentityModule } from '#modules/identity/identity.module.ts';
import { InboxModule } from '#modules/inbox/inbox.module.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { SchedulingModule } from '#modules/scheduling/scheduling.module.ts';
import { eventAbout, scheduledPost } from '#modules/scheduling/testing/post-story.ts';
import { LinkTreeModule } from '#modules/link-tree/link-tree.module.ts';

export const NOON = new Date('2030-01-01T12:00:00.000Z');

type PostEventData = Parameters<typeof scheduledPost>[0];

/** The properties of a post that a spec sets. All other properties have usual values. */
export type PostSample = Readonly<{
  postId: number;
  content?: string;
  title?: string | null;
  hashtags?: string | null;
  media?: readonly object[];
  /** The different content of single accounts. */
  perTarget?: readonly object[];
  /** Published copies by account; absent: the post is not published. */
  publishedOn?: readonly Readonly<{
    accountId: number;
    platform: Platform;
    permalink?: string | null;
    limited?: true;
  }>[];
  publishedAt?: string;
}>;

/** The modules that link pages need, on a real database and a log in memory. Specs append the events of other modules. */
export class LinkTreeProduct {
  private constructor(
    readonly booted: Booted,
    readonly store: InMemoryEventStore,
    /** The database's clock. */
    readonly clock: FixedClock,
  ) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<LinkTreeProduct> {
    const store = new InMemoryEventStore();
    const clock = new FixedClock(NOON);
    const bindings = [
      {
        provide: DatabaseClock,
        useValue: { now: () => Promise.resolve(clock.now()), heard: () => undefined },
      },
    ];
    const modules = [
      ...[OutgoingModule, IdentityModule, BillingModule],
      ...[IntegrationsModule, SchedulingModule, InboxModule, LinkTreeModule],
    ];
    const booted = await boot(modules, { store, now: NOON, database: true, bindings, env });
    return new LinkTreeProduct(booted, store, clock);
  }

  get pool(): Pool {
    return this.booted.app.get(Pool);
  }

  close(): Promise<void> {
    return this.booted.close();
  }

  setTime(time: Date): void {
    this.clock.set(time);
    this.booted.clock.set(time);
  }

  /** Sends a request with the content codings that browsers accept. */
  get(path: string) {
    return request(this.booted.url).get(path).set('accept-encoding', 'gzip, deflate, br');
  }

  post(path: string) {
    return request(this.booted.url).post(path);
  }

  /** Calls of a user about the user's own page. */
  as(user: string) {
    const agent = request(this.booted.url);
    const send = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string) =>
      agent[method](path).set('x-test-user', user);
    return {
      page: () => send('get', '/api/link-page'),
      changePage: (change: object) => send('put', '/api/link-page').send(change),
      addLink: (link: object) => send('post', '/api/link-page/links').send(link),
      changeLink: (id: string, change: object) => send('patch', `/api/link-page/links/${id}`).send(change),
      removeLink: (id: string) => send('delete', `/api/link-page/links/${id}`),
      orderLinks: (linkIds: unknown) => send('put', '/api/link-page/links/order').send({ linkIds }),
      changeAccount: (id: number | string, change: object) =>
        send('patch', `/api/link-page/accounts/${String(id)}`).send(change),
      showPost: (postId: number | string, shown: unknown) =>
        send('put', `/api/link-page/posts/${String(postId)}`).send({ shown }),
      uploadPhoto: (of = user) => send('post', `/api/users/${of}/photo`),
      removePhoto: (of = user) => send('delete', `/api/users/${of}/photo`),
      uploadBanner: (of = user) => send('post', `/api/users/${of}/banner`),
      removeBanner: (of = user) => send('delete', `/api/users/${of}/banner`),
    };
  }

  /** Appends an event of another module. */
  async write(category: string, id: string | number, ...events: Event[]): Promise<void> {
    const stream: Stream<null, Event> = { category, initial: null, evolve: () => null, shapes: {} };
    await this.inside(() => this.booted.app.get(StreamWriter).decide(stream, id, () => events));
  }

  /** Runs the work as the system. */
  inside<Result>(work: () => Promise<Result>): Promise<Result> {
    const cause = {
      actor: { kind: 'system', id: 'spec' },
      correlationId: 'spec',
      causationId: 'spec',
    } as const;
    return this.booted.app.get(CauseContext).run(cause, work);
  }

  async person(
    userId: string,
    { handle, names }: Readonly<{ handle?: string; names?: readonly [string, string] }>,
  ): Promise<void> {
    const events: Event[] = [];
    if (names) {
      const [firstName, lastName] = names;
      events.push({ type: 'UserRenamed', schema: 1, data: { userId, firstName, lastName } });
    }
    if (handle !== undefined) events.push({ type: 'HandleChanged', schema: 1, data: { userId, handle } });
    await this.write('user', userId, ...events);
  }

  async premium(userId: string, isPremium = true): Promise<void> {
    const data = { userId, cause: 'complimentary' };
    await this.write(
      'subscription',
      userId,
      isPremium
        ? { type: 'PremiumGranted', schema: 1, data }
        : { type: 'PremiumEnded', schema: 2, data: { ...data, plan: 'free' } },
    );
  }

  async account(
    ownerId: string,
    accountId: number,
    platform: Platform,
    accountName: string,
    remoteId = `remote-${String(accountId)}`,
  ): Promise<void> {
    const data = {
      accountId,
      ownerId,
      platform,
      accountName,
      displayName: 'Ana Lima',
      server: null,
      remoteId,
      limits: {},
      connectedAt: NOON.toISOString(),
    };
    await this.write('account', accountId, { type: 'AccountConnected', schema: 1, data });
  }

  async published(ownerId: string, story: PostSample): Promise<void> {
    const {
      postId,
      content = '',
      title = null,
      hashtags = null,
      media = [],
      publishedOn = [],
      perTarget = [],
    } = story;
    const publishedAt = story.publishedAt ?? NOON.toISOString();
    const targets = publishedOn.map(({ accountId, platform }) => ({ accountId, platform }));
    const texts = { content, title, hashtags, media, perTarget } as Partial<PostEventData>;
    const time = { scheduledFor: publishedAt, timezone: 'America/Bogota' };
    await this.write('post', postId, scheduledPost({ postId, ownerId, ...texts, ...time, targets }));
    for (const { accountId, platform, permalink = null, limited } of publishedOn)
      await this.write(
        'publication',
        `${String(postId)}-${String(accountId)}`,
        eventAbout({ target: { postId, accountId, ownerId, platform } }, 'PlatformPublished', {
          attemptId: null,
          remoteId: `there-${String(postId)}`,
          permalink,
          publishedAt,
          evidence: 'person',
          ...(limited && { limited }),
        }),
      );
  }
}

/** A file of a post as the log stores it. */
export const picture = (name: string, extra: object = {}) => ({
  mediaUrl: `/media/${name}.jpg`,
  thumbnailUrl: `/media/${name}-thumb.webp`,
  mediaType: 'image',
  mimeType: 'image/jpeg',
  sha256: 'a'.repeat(64),
  bytes: 1000,
  width: 1200,
  height: 900,
  durationSeconds: null,
  originalName: 'IMG_secret.jpg',
  altText: null,
  ...extra,
});
