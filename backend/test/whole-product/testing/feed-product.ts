import type { EventsView, PublicEvent } from '@posthorn/contracts/external/events.http';
import type { Event, Stream } from '@posthorn/event-sourcing';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { Pool } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { CheckpointHasMoved } from '#infrastructure/readers/checkpoints.ts';
import { ProjectionRebuild } from '#infrastructure/readers/projection-rebuild.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { TestTokens, tokenOf } from '#infrastructure/testing/test-tokens.ts';
import { BillingModule } from '#modules/billing/billing.module.ts';
import { ExternalApiModule } from '#modules/external-api/external-api.module.ts';
import { IdentityModule } from '#modules/identity/identity.module.ts';
import { InboxModule } from '#modules/inbox/inbox.module.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { SchedulingModule } from '#modules/scheduling/scheduling.module.ts';
import { scheduledPost } from '#modules/scheduling/testing/post-story.ts';
import { FeedReader } from './feed-reader.ts';

const NOON = new Date('2030-01-01T12:00:00.000Z');

/** Modules with public events, on a real database and a log in memory. Specs append the events of other modules. */
export class FeedProduct {
  readonly #tokens = new Map<string, string>();

  private constructor(
    readonly booted: Booted,
    readonly store: InMemoryEventStore,
  ) {}

  static async start(): Promise<FeedProduct> {
    const store = new InMemoryEventStore();
    const modules = [
      ...[OutgoingModule, IdentityModule, BillingModule, IntegrationsModule],
      ...[SchedulingModule, InboxModule, ExternalApiModule, TestTokens],
    ];
    return new FeedProduct(await boot(modules, { store, now: NOON, database: true }), store);
  }

  close(): Promise<void> {
    return this.booted.close();
  }

  get pool(): Pool {
    return this.booted.app.get(Pool);
  }

  /** Appends to one stream, and returns when the feed has it. */
  async write(category: string, id: string | number, ...events: Event[]): Promise<void> {
    await this.append(category, id, ...events);
    await this.catchUp();
  }

  async catchUp(): Promise<void> {
    try {
      await this.booted.catchUp();
    } catch (error) {
      if (!(error instanceof CheckpointHasMoved)) throw error;
      // After a rebuild, the reader continues from the new checkpoint.
      await this.booted.catchUp();
    }
  }

  /** Appends without waiting for the feed. */
  async append(category: string, id: string | number, ...events: Event[]): Promise<void> {
    const stream: Stream<null, Event> = { category, initial: null, evolve: () => null, shapes: {} };
    const actor = { kind: 'system', id: 'spec' } as const;
    const { app } = this.booted;
    await app
      .get(CauseContext)
      .run({ actor, correlationId: 'spec', causationId: 'spec' }, () =>
        app.get(StreamWriter).decide(stream, id, () => events),
      );
  }

  async rebuild(): Promise<void> {
    await this.booted.app.get(ProjectionRebuild).run('external.feed');
  }

  tokenOf(userId: string): string {
    const token = this.#tokens.get(userId) ?? tokenOf(userId);
    this.#tokens.set(userId, token);
    return token;
  }

  call(userId: string, query = '', headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.booted.url}/api/external/events${query}`, {
      headers: { authorization: `Bearer ${this.tokenOf(userId)}`, ...headers },
    });
  }

  async events(userId: string, query = ''): Promise<EventsView> {
    const response = await this.call(userId, query);
    if (response.status !== 200) throw new Error(await response.text());
    return (await response.json()) as EventsView;
  }

  /** The whole feed, page by page. */
  async all(userId: string, limit = 100): Promise<readonly PublicEvent[]> {
    const found: PublicEvent[] = [];
    for (let after = 'start'; ;) {
      const { events, cursor, more } = await this.events(userId, `?after=${after}&limit=${String(limit)}`);
      found.push(...events);
      if (!more) return found;
      after = cursor;
    }
  }

  async follow(userId: string, query = '', headers: Record<string, string> = {}): Promise<FeedReader> {
    return new FeedReader(await this.call(userId, `/stream${query}`, headers));
  }
}

/** Events as their modules record them. */
export const scheduled = (ownerId: string, postId: number, content = 'Bread'): Event =>
  scheduledPost({
    postId,
    ownerId,
    content,
    scheduledFor: NOON.toISOString(),
    targets: [{ accountId: 3, platform: 'mastodon' }],
  });
export const ofPost = (type: string, ownerId: string, postId: number): Event => ({
  type,
  schema: 1,
  data: { postId, ownerId },
});
