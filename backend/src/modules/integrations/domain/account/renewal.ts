import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain } from '@posthorn/event-sourcing/event-shape';

type Account = Readonly<{ accountId: number; ownerId: string }>;
/**
 * The vault contains fresh tokens. A worker renewed them before the old tokens ended, or a call renewed them
 * when it used the account.
 */
export type TokensRenewed = Event<
  'TokensRenewed',
  1,
  Account & Readonly<{ expiresAt: string | null; renewedAt: string }>
>;
/**
 * The platform gave no fresh tokens, but may do so later. Recorded once until a renewal succeeds or the owner
 * gives a new permission. `consentAt`: when the owner gave the permission. `words`: the platform's text.
 */
export type TokenRenewalFailed = Event<
  'TokenRenewalFailed',
  1,
  Account & Readonly<{ words: string | null; failedAt: string; consentAt: string }>
>;
export type RenewalEvent = TokensRenewed | TokenRenewalFailed;

/**
 * `failing`: the `consentAt` of the permission whose last renewal failed; null: the last renewal succeeded,
 * or there was none.
 */
export type Renewal = Readonly<{ failing: string | null }>;

/**
 * The renewals of one account's tokens. On some platforms there is one every two hours, for years. This
 * separate stream keeps the account's own stream short. The last event alone determines the state.
 */
export const renewalStream: Stream<Renewal, RenewalEvent> = {
  category: 'renewal',
  initial: { failing: null },
  evolve(_, event) {
    switch (event.type) {
      case 'TokensRenewed':
        return { failing: null };
      case 'TokenRenewalFailed':
        return { failing: event.data.consentAt };
      default:
        return assertNever(event);
    }
  },
  // `accountId` is missing here, because only fields with text need a mark.
  shapes: {
    TokensRenewed: { schema: 1, fields: { ownerId: plain, expiresAt: plain, renewedAt: plain } },
    TokenRenewalFailed: {
      schema: 1,
      fields: {
        ownerId: plain,
        words: personal((data) => data.ownerId),
        failedAt: plain,
        consentAt: plain,
      },
    },
  },
  summary: { types: ['TokensRenewed', 'TokenRenewalFailed'], every: 1 },
};

export const renewalEvent = eventsOf<RenewalEvent>(renewalStream.shapes);

export const noteRenewal = (data: TokensRenewed['data']): TokensRenewed[] => [
  renewalEvent('TokensRenewed', data),
];

export const noteFailedRenewal = (
  { failing }: Renewal,
  data: TokenRenewalFailed['data'],
): TokenRenewalFailed[] => (failing === data.consentAt ? [] : [renewalEvent('TokenRenewalFailed', data)]);
