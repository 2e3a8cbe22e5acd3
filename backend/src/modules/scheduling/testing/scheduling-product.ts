import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { tokenOf } from '#infrastructure/testing/test-tokens.ts';
import type { Type } from '@nestjs/common';
import { Pool } from 'pg';
import request from 'supertest';
import { startPublishing, postStream } from '../domain/post/post.ts';
import {
  publicationId,
  publicationStream,
  type PublicationEvent,
} from '../domain/publication/publication.ts';
import { SchedulingModule } from '../scheduling.module.ts';
import { FakeNeighbours, PremiumUsers } from './fake-neighbours.ts';

export const noon = new Date('2030-01-01T12:00:00.000Z');

/** Scheduling with a real database and a log in memory, without platforms. */
export class SchedulingProduct {
  booted!: Booted;
  /** The clock of the database. `booted.clock` is the system clock. */
  readonly clock = new FixedClock(noon);
  #users = 0;

  constructor(readonly store = new InMemoryEventStore()) {}

  /** @param extra further modules */
  static async start(
    store = new InMemoryEventStore(),
    extra: readonly Type[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<SchedulingProduct> {
    const product = new SchedulingProduct(store);
    await product.open(extra, env);
    return product;
  }

  async open(extra: readonly Type[], env: Readonly<Record<string, string>> = {}): Promise<void> {
    const modules = [FakeNeighbours, SchedulingModule, ...extra];
    const databaseClock = { now: () => Promise.resolve(this.clock.now()), heard: () => undefined };
    const bindings = [{ provide: DatabaseClock, useValue: databaseClock }];
    this.booted = await boot(modules, { store: this.store, now: noon, database: true, bindings, env });
  }

  get user(): string {
    return `user${String(this.#users)}`;
  }

  /** Makes `user` a new user, and resets all rate limits. */
  async newUser(): Promise<void> {
    this.#users += 1;
    await this.booted.app.get(Pool).query('truncate edge.rate_limit');
  }

  /** Sets both clocks. */
  setTime(time: Date): void {
    this.clock.set(time);
    this.booted.clock.set(time);
  }

  close(): Promise<void> {
    return this.booted.close();
  }

  as(user = this.user) {
    const agent = request(this.booted.url);
    const path = (id: number | string) => `/api/posts/${String(id)}`;
    return {
      schedule: (changes: object = {}, headers: Record<string, string> = {}) =>
        agent
          .post('/api/posts')
          .set({ 'x-test-user': user, ...headers })
          .send({
            content: 'Hello',
            scheduledFor: '2030-01-01T13:00:00.000Z',
            selectedAccountIds: [3],
            ...changes,
          }),
      precheck: (changes: object = {}) =>
        agent
          .post('/api/posts/precheck')
          .set('x-test-user', user)
          .send({ content: 'Hello', selectedAccountIds: [3], ...changes }),
      warnings: (changes: object = {}) =>
        agent
          .post('/api/posts/schedule-warnings')
          .set('x-test-user', user)
          .send({
            scheduledFor: '2030-01-01T13:00:00.000Z',
            content: 'Hello',
            targets: [{ accountId: 3 }],
            ...changes,
          }),
      list: async () =>
        (await agent.get('/api/posts').set('x-test-user', user).expect(200)).body as readonly PostView[],
      show: (id: number | string) => agent.get(path(id)).set('x-test-user', user),
      edit: (id: number | string, change: object = {}) =>
        agent
          .put(path(id))
          .set('x-test-user', user)
          .send({ content: 'Hello', scheduledFor: '2030-01-01T13:00:00.000Z', ...change }),
      history: (id: number | string) => agent.get(`${path(id)}/history`).set('x-test-user', user),
      delete: (id: number | string) => agent.delete(path(id)).set('x-test-user', user),
      restore: (id: number | string) => agent.post(`${path(id)}/restore`).set('x-test-user', user),
      retry: (id: number, accountId: number) =>
        agent.post(`${path(id)}/targets/${String(accountId)}/retry`).set('x-test-user', user),
      confirm: (id: number, accountId: number) =>
        agent.post(`${path(id)}/targets/${String(accountId)}/confirm`).set('x-test-user', user),
      scheduledOn: (accountId: number | string) =>
        agent.get(`/api/accounts/${String(accountId)}/scheduled-posts`).set('x-test-user', user),
      upload: () => agent.post('/api/upload-multiple').set('x-test-user', user),
    };
  }

  /** Makes a request with an API token of this user. Requires the module `TestTokens`. */
  external(method: 'get' | 'post' | 'put' | 'delete', path: string, scopes?: readonly ApiScope[]) {
    const token = tokenOf(this.user, scopes);
    return request(this.booted.url)[method](`/api/external${path}`).auth(token, { type: 'bearer' });
  }

  /** Runs `work` with the system as its actor. */
  asWorker<Result>(work: () => Promise<Result>): Promise<Result> {
    const cause = {
      actor: { kind: 'system', id: 'spec' },
      correlationId: 'spec',
      causationId: 'spec',
    } as const;
    return this.booted.app.get(CauseContext).run(cause, work);
  }

  givePremium(userId: string): void {
    this.booted.app.get(PremiumUsers).ids.add(userId);
  }

  endPremium(userId: string): void {
    this.booted.app.get(PremiumUsers).ids.delete(userId);
  }

  /** Records that publishing of a post has begun, with these outcomes for its targets. */
  async publish(
    postId: number,
    outcomes: (target: {
      postId: number;
      accountId: number;
      ownerId: string;
      platform: 'mastodon';
    }) => PublicationEvent[],
  ): Promise<void> {
    const writer = this.booted.app.get(StreamWriter);
    const now = new Date('2031-01-01T00:00:00.000Z');
    await this.asWorker(async () => {
      const { state } = await writer.decide(postStream, postId, (post) =>
        startPublishing(post, { contentHash: 'hash', withSuffix: true, suffixOn: [], now }),
      );
      for (const { accountId } of state.targets) {
        const target = { postId, accountId, ownerId: state.ownerId, platform: 'mastodon' } as const;
        await writer.decide(publicationStream, publicationId(postId, accountId), () => outcomes(target));
      }
    });
  }

  typesOf(stream: string): string[] {
    return this.store.historyOf(stream).map(({ type }) => type);
  }
}

/**
 * Starts one product for all specs of a file. Each spec begins with a new user.
 * @param extra further modules
 */
export function schedulingForSpec(extra: readonly Type[] = []): SchedulingProduct {
  const product = new SchedulingProduct();
  beforeAll(() => product.open(extra), 60_000);
  afterAll(() => product.close());
  beforeEach(() => product.newUser());
  return product;
}
