import { randomUUID } from 'node:crypto';
import type {
  CreatedWebhookView,
  DeliveryView,
  SuspensionReason,
  WebhookView,
} from '@posthorn/contracts/external/webhooks.http';
import { streamName, type Event, type Stream } from '@posthorn/event-sourcing';
import type { EventMeta } from '@posthorn/event-sourcing/event-store';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { Pool } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Mailer, type Mail } from '#infrastructure/mail/mailer.ts';
import type { Resolve } from '#infrastructure/outgoing/safe-agent.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { endTokensOf, TestTokens } from '#infrastructure/testing/test-tokens.ts';
import type { PremiumCauseEvent } from '#modules/billing/ports/events.ts';
import type { AccountReclaimedEvent, ApiTokenRevokedEvent } from '#modules/identity/ports/events.ts';
import { MailAddresses } from '#modules/identity/ports/mail-addresses.ts';
import { ExternalApiModule } from '../external-api.module.ts';
import { DELIVERING, deliveringTimes } from '../effects/deliver-webhooks/delivering-times.ts';
import { DeliveryLoop } from '../effects/deliver-webhooks/delivery-loop.ts';
import { pauseForOwners } from '../effects/deliver-webhooks/end-with-tokens.process.ts';
import { Suspensions } from '../effects/deliver-webhooks/suspensions.ts';
import { WebhookRows } from '../read-models/webhooks/webhook-rows.ts';
import { WebhookMails } from '../effects/webhook-mails/webhook-mails.ts';
import { WebhooksHousekeeping } from '../effects/forget-deliveries.ts';
import { Receiver } from './receiver.ts';

const TIMES = deliveringTimes({});

class Addresses extends MailAddresses {
  override addressOf = (userId: string): Promise<string> => Promise.resolve(`${userId}@example.com`);
}
@Global()
@Module({ providers: [{ provide: MailAddresses, useClass: Addresses }], exports: [MailAddresses] })
class People {}

/** The billing events that webhooks export. */
const subscriptions: Stream<null, PremiumCauseEvent> = {
  category: 'subscription',
  initial: null,
  evolve: () => null,
  shapes: {
    PremiumGranted: { schema: 1, fields: { userId: plain, cause: plain } },
    PremiumEnded: { schema: 1, fields: { userId: plain, cause: plain, plan: plain } },
  },
};
/** The events of posts, tokens and users that webhooks need. */
const posts: Stream<null, Event<'PostEdited', 1, Readonly<{ postId: number; ownerId: string }>>> = {
  category: 'post',
  initial: null,
  evolve: () => null,
  shapes: { PostEdited: { schema: 1, fields: { ownerId: plain } } },
};
const tokens: Stream<null, ApiTokenRevokedEvent> = {
  category: 'apiToken',
  initial: null,
  evolve: () => null,
  shapes: { ApiTokenRevoked: { schema: 1, fields: { tokenId: plain, ownerId: plain } } },
};
const users: Stream<null, AccountReclaimedEvent> = {
  category: 'user',
  initial: null,
  evolve: () => null,
  shapes: { AccountReclaimed: { schema: 1, fields: { userId: plain } } },
};
@Module({})
class Streams {
  constructor(catalog: EventCatalog) {
    catalog.add(subscriptions);
    catalog.add(posts);
    catalog.add(tokens);
    catalog.add(users);
  }
}

class TestMailer extends Mailer {
  readonly sent: Mail[] = [];
  protected override deliver(mail: Mail): Promise<void> {
    this.sent.push(mail);
    return Promise.resolve();
  }
}

/** The webhooks module with local receivers, and a user with events to send. */
export class WebhooksProduct {
  readonly store = new InMemoryEventStore();
  readonly mailer = new TestMailer();
  user: string = randomUUID();

  readonly receivers: Receiver[] = [];
  /** No loop ticks by itself. Receivers have the product's time limit to respond; a spec that waits for the end of the limit sets a shorter one. */
  readonly times = { ...TIMES, tick: 1e6 };
  booted!: Booted;

  async open(receivers: number): Promise<void> {
    this.receivers.push(...(await Promise.all(Array.from({ length: receivers }, () => Receiver.open()))));
    const privateHosts = this.receivers.map(({ port }) => ({ host: '127.0.0.1', port }));
    this.booted = await boot([People, Streams, ExternalApiModule, TestTokens], {
      database: true,
      store: this.store,
      env: { PUBLIC_URL: 'https://posts.example' },
      bindings: [
        { provide: Mailer, useValue: this.mailer },
        { provide: SafeHttp, useValue: new SafeHttp({ privateHosts, resolve: resolvePublicly }) },
        { provide: DELIVERING, useValue: this.times },
      ],
    });
    // The process that sends mails compares the clock with the times of events, so the clock must show the real time.
    this.booted.clock.set(new Date());
    // The processes start at the current end of the log.
    await this.booted.catchUp();
  }

  get pool(): Pool {
    return this.booted.app.get(Pool);
  }

  /** Switches to a new user, and clears the receivers and all webhooks. */
  async reset(): Promise<void> {
    await this.pool.query('delete from external.webhook');
    this.user = randomUUID();
    this.mailer.sent.length = 0;
    this.times.answerWithin = TIMES.answerWithin;
    this.times.slowAfter = TIMES.slowAfter;
    for (const receiver of this.receivers) receiver.reset();
  }

  async close(): Promise<void> {
    await this.booted.close();
    await Promise.all(this.receivers.map((receiver) => receiver.close()));
  }

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the type of the answer
  async call<Body>(
    method: string,
    path: string,
    body?: object,
    user = this.user,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; body: Body }> {
    return this.#send(`/api/webhook-endpoints${path}`, { ...headers, 'x-test-user': user }, method, body);
  }

  /** Like `call`, but with a token. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the type of the answer
  async callBy<Body>(token: string, method: string, path: string, body?: object) {
    const headers = { authorization: `Bearer ${token}` };
    return this.#send<Body>(`/api/external/webhooks${path}`, headers, method, body);
  }

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the type of the answer
  async #send<Body>(path: string, headers: Readonly<Record<string, string>>, method: string, body?: object) {
    const response = await fetch(`${this.booted.url}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body };
  }

  async add(receiver = this.receivers[0], types: readonly string[] = ['*']): Promise<CreatedWebhookView> {
    const { body } = await this.call<CreatedWebhookView>('POST', '', { url: receiver?.url, types });
    return body;
  }

  /** Inserts a row without events, as after a restore of an older log. */
  async addRow(id: string, url: string): Promise<void> {
    await this.pool.query(
      `insert into external.webhook (endpoint_id, owner_id, url, host, types, added_at) values ($1, $2, $3, '', '{*}', now())`,
      [id, this.user, url],
    );
  }

  async show(id: string): Promise<WebhookView> {
    return (await this.call<WebhookView>('GET', `/${id}`)).body;
  }

  async deliveries(id: string, query = ''): Promise<readonly DeliveryView[]> {
    const { body } = await this.call<{ items: readonly DeliveryView[] }>('GET', `/${id}/deliveries${query}`);
    return body.items;
  }

  /** Appends this many events that webhooks export as `plan.changed`. */
  async appendPlanChanges(times = 1): Promise<void> {
    const data = { userId: this.user, cause: 'complimentary' };
    const event = { type: 'PremiumGranted', schema: 1, data } as const;
    await this.record(subscriptions, this.user, () => Array.from({ length: times }, () => event));
  }

  /** Appends an event that webhooks export as `post.edited`. */
  async appendPostEdit(): Promise<void> {
    const event = { type: 'PostEdited', schema: 1, data: { postId: 7, ownerId: this.user } } as const;
    await this.record(posts, '7', () => [event]);
  }

  /** The user reports that another person had changed their address. */
  async appendReclaim(): Promise<void> {
    const event = { type: 'AccountReclaimed', schema: 1, data: { userId: this.user } } as const;
    await this.record(users, this.user, () => [event]);
    await this.booted.catchUp();
  }

  /** Suspends as a process or the delivery loop does. */
  async suspend(id: string, reason: SuspensionReason): Promise<void> {
    const { app } = this.booted;
    const cause = { actor: { kind: 'system', id: 'spec' }, correlationId: 'r', causationId: 'r' } as const;
    await app.get(CauseContext).run(cause, () => app.get(Suspensions).suspend(id, reason));
  }

  /** Handles the event again, as after a crash between the work and its checkpoint. */
  async handleReclaimAgain(): Promise<void> {
    const { app } = this.booted;
    const reader = app.get(EventReader);
    const process = pauseForOwners(app.get(WebhookRows), app.get(Suspensions), reader);
    const cause = {
      actor: { kind: 'system', id: process.name },
      correlationId: 'r',
      causationId: 'r',
    } as const;
    for await (const event of reader.stream(streamName(users, this.user)))
      await app
        .get(CauseContext)
        .run(cause, () => process.handle(event as LoggedEvent<AccountReclaimedEvent>));
    await this.booted.catchUp();
  }

  /** Ends all tokens of the person. `isRecorded`: the log also gets the event. */
  async endTokens(isRecorded = true): Promise<void> {
    endTokensOf(this.user);
    const data = { tokenId: `token-of-${this.user}`, ownerId: this.user };
    const event = { type: 'ApiTokenRevoked', schema: 1, data } as const;
    if (isRecorded) await this.record(tokens, data.tokenId, () => [event]);
  }

  async record<State, E extends Event>(
    stream: Stream<State, E>,
    id: string,
    decide: (state: State) => readonly E[],
    actor: EventMeta['actor'] = { kind: 'system', id: 'spec' },
  ): Promise<void> {
    const { app } = this.booted;
    const cause = { actor, correlationId: 'r', causationId: 'r' };
    await app.get(CauseContext).run(cause, () => app.get(StreamWriter).decide(stream, id, decide));
    await this.booted.catchUp();
  }

  /** Sends what is due now, and runs the processes and mails that follow. */
  async work(): Promise<void> {
    await this.booted.app.get(DeliveryLoop).round();
    await this.booted.catchUp();
    await this.booted.app.get(WebhookMails).round();
  }

  /** Makes all waiting deliveries due now. */
  async makeDue(): Promise<void> {
    await this.pool.query('update external.delivery set due_at = now() where due_at is not null');
    await this.pool.query('update external.webhook set paused_until = null');
  }

  sweep(): Promise<void> {
    return this.booted.app.get(WebhooksHousekeeping).sweep();
  }

  facts(id: string): readonly string[] {
    return this.store.historyOf(`webhook-${id}`).map(({ type }) => type);
  }
}

/** Resolves every name to a public address. */
const resolvePublicly: Resolve = (_host, _options, done) => {
  done(null, [{ address: '93.184.216.34', family: 4 }]);
};

/** One product for a spec file. Each spec begins with a new user and empty receivers. */
export function webhooksForSpec(receivers = 1): WebhooksProduct {
  const product = new WebhooksProduct();
  beforeAll(() => product.open(receivers), 60_000);
  afterAll(() => product.close());
  beforeEach(() => product.reset());
  return product;
}
