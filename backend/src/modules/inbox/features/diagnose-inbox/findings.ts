import type { ModelSettings } from '#infrastructure/config/model-settings.ts';
import type { Finding } from '#infrastructure/operations/finding.ts';
import type { CurrentSubscription } from '#modules/integrations/ports/webhook-subscriptions.ts';
import type { ModelsListed } from '../../gateways/language-model/chat-client.ts';
import type { Source } from '../../stores/reading/sources.ts';
import { isWebhookProven } from '../../stores/reading/webhook-proof.ts';

const LATEST = ':latest';

/** Whether the model that writes replies is available, by the list of its server. The finding never has the key. */
export function modelFinding(settings: ModelSettings | null, listed: ModelsListed | null): Finding {
  const finding = (state: Finding['state'], text: string): Finding => ({ about: 'Model', state, text });
  if (!settings || !listed)
    return finding(
      'note',
      'Not configured: set OPENAI_API_KEY and OPENAI_MODEL to offer replies by a model.',
    );
  const { model, baseUrl, isOpenAi } = settings;
  const place = new URL(baseUrl).host;
  if ('names' in listed) {
    // Ollama lists the full name of a model that is requested by its short name.
    if (listed.names.some((name) => name === model || name === `${model}${LATEST}`))
      return finding('good', `${place} has ${model}.`);
    // Other servers may accept names that their list lacks.
    return isOpenAi
      ? finding('bad', `This key cannot use ${model}: check OPENAI_MODEL.`)
      : finding('unclear', `${place} does not list ${model}: check OPENAI_MODEL.`);
  }
  const { status } = listed;
  if (status === null) return finding('bad', `${place} does not answer: check OPENAI_BASE_URL.`);
  if (status === 401 || status === 403)
    return finding('bad', `${place} refuses this key: check OPENAI_API_KEY.`);
  return finding('unclear', `${place} answered ${String(status)} to the question for its models.`);
}

const about = 'X_DAILY_BUDGET_USD';

/** The daily budget for reading X, and today's cost, in US dollars. */
export function budgetFinding(budget: number, spent: number): Finding {
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
 * Which accounts have webhook subscriptions, and for which of them webhooks arrive. A subscription alone does not show that they arrive.
 * Threads and TikTok have no subscriptions: they send webhooks for all accounts of the app. `now`: milliseconds.
 */
export function subscriptionFindings(
  subscriptions: readonly CurrentSubscription[],
  proofs: readonly Proof[],
  now: number,
): readonly Finding[] {
  const proved = new Map(
    proofs.filter((proof) => isWebhookProven(proof, now)).map((proof) => [proof.accountId, proof]),
  );
  const known = new Set(subscriptions.map(({ accountId }) => accountId));
  const perAccount = subscriptions.map((one): Finding => {
    const about = aboutOf(one);
    const proof = proved.get(one.accountId)?.webhookAt ?? null;
    if (proof !== null) return { about, state: 'good', text: provedText(proof) };
    if (one.subscribedAt !== null)
      return {
        about,
        state: 'note',
        text: `Subscribed to webhooks since ${one.subscribedAt}, not proved: no webhook reported a comment in the last day.`,
      };
    if (one.isOpen)
      return {
        about,
        state: 'note',
        text: 'It is not known whether it is subscribed, because a call had no answer. The product will ask again.',
      };
    if (one.trouble === null)
      return { about, state: 'note', text: 'It will be subscribed to webhooks soon.' };
    return { about, state: 'note', text: `Not subscribed to webhooks: ${one.words ?? one.trouble}` };
  });
  const others = [...proved.values()].filter(({ accountId }) => !known.has(accountId));
  return [
    ...perAccount,
    ...others.map((proof): Finding => ({
      about: aboutOf(proof),
      state: 'good',
      text: provedText(proof.webhookAt ?? ''),
    })),
  ];
}

const aboutOf = ({ accountId, platform }: Pick<Proof, 'accountId' | 'platform'>): string =>
  `Account ${String(accountId)} (${platform})`;
const provedText = (at: string): string => `Webhooks report its comments, as a reading proved at ${at}.`;
