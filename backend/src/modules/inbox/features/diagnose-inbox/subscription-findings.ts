import type { Finding } from '#infrastructure/operations/finding.ts';
import type { SubscriptionNow } from '#modules/integrations/ports/webhook-subscriptions.ts';
import type { Source } from '../../reading/sources.ts';
import { isProved } from '../../reading/webhook-proof.ts';

type Proof = Pick<Source, 'accountId' | 'platform' | 'webhookAt'>;

/**
 * Which accounts their platforms were asked to tell of, and of which they do. A subscription alone proves nothing; Threads and TikTok know
 * none, they tell of every account of the application. `now`: milliseconds.
 */
export function subscriptionFindings(
  subscriptions: readonly SubscriptionNow[],
  proofs: readonly Proof[],
  now: number,
): readonly Finding[] {
  const proved = new Map(
    proofs.filter((proof) => isProved(proof, now)).map((proof) => [proof.accountId, proof]),
  );
  const known = new Set(subscriptions.map(({ accountId }) => accountId));
  const told = subscriptions.map((one): Finding => {
    const about = aboutOf(one);
    const proof = proved.get(one.accountId)?.webhookAt ?? null;
    if (proof !== null) return { about, state: 'good', text: provedText(proof) };
    if (one.subscribedAt !== null)
      return {
        about,
        state: 'note',
        text: `Subscribed to webhooks since ${one.subscribedAt}, not proved: no comment of the last day was told of first.`,
      };
    if (one.isOpen)
      return {
        about,
        state: 'note',
        text: 'Not known to be subscribed: a call had no answer, and is looked for.',
      };
    if (one.trouble === null) return { about, state: 'note', text: 'To be subscribed to webhooks soon.' };
    return { about, state: 'note', text: `Not subscribed to webhooks: ${one.words ?? one.trouble}` };
  });
  const others = [...proved.values()].filter(({ accountId }) => !known.has(accountId));
  return [
    ...told,
    ...others.map((proof): Finding => ({
      about: aboutOf(proof),
      state: 'good',
      text: provedText(proof.webhookAt ?? ''),
    })),
  ];
}

const aboutOf = ({ accountId, platform }: Pick<Proof, 'accountId' | 'platform'>): string =>
  `Account ${String(accountId)} (${platform})`;
const provedText = (at: string): string => `Its comments are told of by webhooks: proved at ${at}.`;
