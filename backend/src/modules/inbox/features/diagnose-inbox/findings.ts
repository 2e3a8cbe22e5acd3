import type { ModelSettings } from '#infrastructure/config/model-settings.ts';
import type { Finding } from '#infrastructure/operations/finding.ts';
import type { CurrentSubscription } from '#modules/integrations/ports/webhook-subscriptions.ts';
import type { ModelsListed } from '../../gateways/language-model/chat-client.ts';
import type { Source } from '../../stores/reading/sources.ts';
import { isWebhookProven } from '../../stores/reading/webhook-proof.ts';

const LATEST = ':latest';

/** Returns whether the server of the model lists the model that writes replies. The finding never contains the key. */
export function modelFinding(settings: ModelSettings | null, listed: ModelsListed | null): Finding {
  const finding = (state: Finding['state'], text: string): Finding => ({ about: 'Model', state, text });
  if (!settings || !listed)
    return finding(
      'note',
      'Not configured: set OPENAI_API_KEY and OPENAI_MODEL to offer replies by a model.',
    );
  const { model, baseUrl, isOpenAi } = settings;
  const host = new URL(baseUrl).host;
  if ('names' in listed) {
    // Ollama lists a model under its full name, but also accepts the short name.
    if (listed.names.some((name) => name === model || name === `${model}${LATEST}`))
      return finding('good', `${host} has ${model}.`);
    // Other servers may accept names that they do not list.
    return isOpenAi
      ? finding('bad', `This key cannot use ${model}: check OPENAI_MODEL.`)
      : finding('unclear', `${host} does not list ${model}: check OPENAI_MODEL.`);
  }
  const { status } = listed;
  if (status === null) return finding('bad', `${host} does not respond: check OPENAI_BASE_URL.`);
  if (status === 401 || status === 403)
    return finding('bad', `${host} refuses this key: check OPENAI_API_KEY.`);
  return finding('unclear', `${host} returned ${String(status)} to the request for its models.`);
}

/** Compares the daily budget for reading X with today's cost, in US dollars. */
export function budgetFinding(budget: number, spent: number): Finding {
  const about = 'X_DAILY_BUDGET_USD';
  if (budget === 0)
    return {
      about,
      state: 'note',
      text: 'Not set, so comments on X are not read. X charges for readings. Set the amount in US dollars that they may cost in a day.',
    };
  const spending = `$${spent.toFixed(2)} of $${budget.toFixed(2)} spent today (UTC)`;
  if (spent < budget) return { about, state: 'good', text: `${spending}.` };
  return { about, state: 'note', text: `${spending}: comments on X are read again after midnight (UTC).` };
}

type Proof = Pick<Source, 'accountId' | 'platform' | 'webhookAt'>;

/**
 * Which accounts have webhook subscriptions, and for which accounts webhooks arrive. A subscription alone does not prove that webhooks arrive.
 * Threads and TikTok need no subscription: they send webhooks for all accounts of the app. `now`: milliseconds.
 */
export function subscriptionFindings(
  subscriptions: readonly CurrentSubscription[],
  proofs: readonly Proof[],
  now: number,
): readonly Finding[] {
  const proofByAccount = new Map(
    proofs.filter((proof) => isWebhookProven(proof, now)).map((proof) => [proof.accountId, proof]),
  );
  const known = new Set(subscriptions.map(({ accountId }) => accountId));
  const perAccount = subscriptions.map((subscription): Finding => {
    const about = aboutOf(subscription);
    const proof = proofByAccount.get(subscription.accountId)?.webhookAt ?? null;
    if (proof !== null) return { about, state: 'good', text: confirmedText(proof) };
    if (subscription.subscribedAt !== null)
      return {
        about,
        state: 'note',
        text: `Subscribed since ${subscription.subscribedAt}, but not confirmed: no webhook reported a comment in the last 24 hours.`,
      };
    if (subscription.isOpen)
      return {
        about,
        state: 'note',
        text: 'The product does not know whether this account is subscribed, because a call got no response. The product will ask again.',
      };
    if (subscription.trouble === null)
      return { about, state: 'note', text: 'The product will soon subscribe this account to webhooks.' };
    return {
      about,
      state: 'note',
      text: `Not subscribed to webhooks: ${subscription.words ?? subscription.trouble}`,
    };
  });
  const others = [...proofByAccount.values()].filter(({ accountId }) => !known.has(accountId));
  return [
    ...perAccount,
    ...others.map((proof): Finding => ({
      about: aboutOf(proof),
      state: 'good',
      text: confirmedText(proof.webhookAt ?? ''),
    })),
  ];
}

const aboutOf = ({ accountId, platform }: Pick<Proof, 'accountId' | 'platform'>): string =>
  `Account ${String(accountId)} (${platform})`;
const confirmedText = (at: string): string =>
  `Webhooks report its comments. The last reading confirmed this at ${at}.`;
