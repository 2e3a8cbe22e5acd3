import { streamName } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import type { EventFile, ExportFile, ExportPart } from '#infrastructure/readers/export-part.ts';
import { EXPORTED_EVENT, exportedEvent } from '#infrastructure/personal-data/export/exported-event.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { billingMails } from '../../domain/mail/billing-mail.ts';
import { mailsAbout } from '../../domain/mail/mails-about.ts';
import { factsOf, type SubscriptionEvent } from '../../domain/subscription/subscription-events.ts';
import { planOf, subscriptionStream } from '../../domain/subscription/subscription.ts';
import { MAIL, OBSERVATION, PLAN } from './billing-schema.ts';

/** The part of an export about a user's plan and payments, as observed at Stripe. Only Stripe stores card data. */
@Injectable()
export class BillingPart implements ExportPart {
  readonly files: readonly ExportFile[];
  readonly categories = [subscriptionStream.category, billingMails.stream.category];
  readonly tables = ['billing_plan', 'billing_customer', 'billing_following_due'];

  constructor(private readonly reader: EventReader) {
    this.files = [
      {
        name: 'billing.json',
        about:
          'Your plan, the observed states of your subscription, and mails about it. Stripe has your cards, and Posthorn has none.',
        sections: {
          plan: { schema: PLAN, value: (userId) => this.#plan(userId) },
          observations: {
            about: 'Each changed state of your subscription at Stripe, the oldest first.',
            schema: OBSERVATION,
            rows: (userId) => this.#observations(userId),
          },
          history: {
            about: 'All other recorded events, the oldest first.',
            schema: EXPORTED_EVENT,
            rows: (userId) => this.#others(userId),
          },
          mails: {
            about: 'Mails about your plan, the oldest first.',
            schema: MAIL,
            rows: (userId) => this.#mails(userId),
          },
        },
      },
    ];
  }

  async *events(userId: string): AsyncGenerator<EventFile> {
    const mails: string[] = [];
    for await (const mailId of this.#mailIds(userId)) mails.push(streamName(billingMails.stream, mailId));
    yield { name: 'subscription', streams: [streamName(subscriptionStream, userId), ...mails] };
  }

  async #plan(userId: string): Promise<JsonObject> {
    const { state } = await this.reader.load(subscriptionStream, userId);
    return { plan: planOf(state), causes: [...state.causes] };
  }

  async *#observations(userId: string): AsyncGenerator<JsonObject> {
    for await (const { type, data } of this.#stream(userId))
      if (type === 'SubscriptionObserved')
        yield { observedAt: data.observedAt, because: data.by, subscription: factsOf(data) };
  }

  async *#others(userId: string): AsyncGenerator<JsonObject> {
    for await (const event of this.#stream(userId))
      if (event.type !== 'SubscriptionObserved') yield exportedEvent(event);
  }

  async *#mails(userId: string): AsyncGenerator<JsonObject> {
    for await (const mailId of this.#mailIds(userId)) {
      const { state } = await this.reader.load(billingMails.stream, mailId);
      const { requested, effect } = state;
      if (requested) yield { kind: requested.kind, dueAt: requested.dueAt, state: effect.status };
    }
  }

  /** Computes the ids of mails from the events. Several events may give the same id, so this yields each id once. */
  async *#mailIds(userId: string): AsyncGenerator<string> {
    const known = new Set<string>();
    for await (const event of this.#stream(userId))
      for (const { mailId } of mailsAbout(event, event.id, event.meta.at)) {
        if (!known.has(mailId)) yield mailId;
        known.add(mailId);
      }
  }

  /** The cast is safe, because the stream contains only events of this type. */
  #stream(userId: string): AsyncIterable<LoggedEvent<SubscriptionEvent>> {
    return this.reader.stream(streamName(subscriptionStream, userId)) as AsyncIterable<
      LoggedEvent<SubscriptionEvent>
    >;
  }
}
