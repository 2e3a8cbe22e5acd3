// @zones
import { expect, it } from '@jest/globals';
import type { FetchedSubscription } from '../../domain/subscription/observing.ts';
import { subscriptionStream } from '../../domain/subscription/subscription.ts';
import { day, observed } from '../../domain/testing/subscription-samples.ts';
import { billingMailWords } from './billing-mail-words.ts';

const wordsOf = (kind: 'premium-ended' | 'welcome', changes: Partial<FetchedSubscription>) =>
  billingMailWords(
    kind,
    subscriptionStream.evolve(subscriptionStream.initial, observed(changes)),
    'https://posts.example',
  );

it.each(['past_due', 'unpaid', 'paused'])(
  'asks for the payment when Premium has ended but the subscription is %s, because Stripe may still charge',
  (status) => {
    const { subject, before, link, after } = wordsOf('premium-ended', { status });
    expect(subject).toBe('Your Posthorn Premium is paused');
    expect(before.join(' ')).toContain('It has not ended, and we may charge your card again.');
    expect(link).toEqual({ label: 'Pay or cancel', url: 'https://posts.example/settings?billing=back' });
    expect(after.join(' ')).toContain('cancel the subscription');
  },
);
it.each([{ status: 'canceled' }, { status: 'active', cancelAtPeriodEnd: true, endsAt: day(30) }])(
  'says that there are no more charges when the subscription has ended: %j',
  (changes) => {
    const { subject, before, link } = wordsOf('premium-ended', changes);
    expect(subject).toBe('Your Posthorn Premium has ended');
    expect(before[0]).toContain('You will not be charged again.');
    expect(link.url).toBe('https://posts.example/subscribe');
  },
);
it.each([{ status: 'trialing' }, { intent: 'setup' } as const])(
  'welcomes a user who has paid nothing yet, and mentions no payment that went through: %j',
  (changes) => {
    const [first] = wordsOf('welcome', changes).before;
    expect(first).toBe(
      'Your subscription is active, and Premium is on. The next payment, $19, is on January 31, 2030.',
    );
  },
);
it('announces no payment to a user who has cancelled at Stripe', () => {
  const [first] = wordsOf('welcome', { cancelAtPeriodEnd: false, endsAt: day(30) }).before;
  expect(first).toBe('Your subscription is active, and Premium is on.');
});
