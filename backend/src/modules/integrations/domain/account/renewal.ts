import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain } from '@posthorn/event-sourcing/event-shape';

type Account = Readonly<{ accountId: number; ownerId: string }>;
/** Fresh tokens are in the vault, given before the old ones ended or when they were used. */
export type TokensRenewed = Event<
  'TokensRenewed',
  1,
  Account & Readonly<{ expiresAt: string | null; renewedAt: string }>
>;
/**
 * The platform gave no fresh tokens, and nothing says that it never will. Recorded once until it does, or until the owner
 * gives the permission anew: `consentAt` says which one it was. `words`: the platform's own.
 */
export type TokenRenewalFailed = Event<
  'TokenRenewalFailed',
  1,
  Account & Readonly<{ words: string | null; failedAt: string; consentAt: string }>
>;
export type RenewalEvent = TokensRenewed | TokenRenewalFailed;

/** `failing`: when the permission was given whose last renewal failed. */
export type Renewal = Readonly<{ failing: string | null }>;

/**
 * How the tokens of one account are kept fresh: some platforms want it every two hours, for years, which the account itself
 * need not be read through. The last event tells everything.
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
