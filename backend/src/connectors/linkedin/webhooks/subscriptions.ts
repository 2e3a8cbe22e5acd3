import type { Clock } from '#infrastructure/clock.ts';
import type { AccountSubscriptions, SubscriptionState } from '../../contract/subscription.ts';
import { textOf } from '../../kit/json.ts';
import { AccountCalls } from '../../kit/account-calls.ts';
import type { AsAccount } from '../../kit/as-account.ts';
import { withKnownRefusals } from '../../kit/outcomes-of.ts';
import { refused } from '../../kit/outcomes.ts';
import { LinkedInError, type LinkedInClient } from '../client.ts';
import { OUTCOMES } from '../errors.ts';
import { ownMember } from '../accounts/own-accounts.ts';
import { isOrganization, mayReadComments, type LinkedInSession } from '../tokens.ts';

const CALL_MS = 20_000;
/** A subscription that ends within this time is renewed. */
const SPARE_MS = 2 * 24 * 3_600_000;
const ORGANIZATIONS_ONLY = 'LinkedIn reports comments of organizations only';
const NO_MEMBER = 'LinkedIn names no member to this application';

/** If only the role or permission for notifications is missing, the login stays valid, and publishing continues. */
const PERMITTED = withKnownRefusals(
  (error) =>
    error instanceof LinkedInError && error.status === 403
      ? refused('permission-missing', error.platformMessage, false)
      : null,
  OUTCOMES,
);

/**
 * Event subscriptions of organizations, each in the name of a member who administers the organization
 * (learn.microsoft.com/linkedin/marketing/community-management/organizations/organization-social-action-notifications). A
 * subscription ends silently when the member loses this role.
 * @param appId the number of the application, which is not its client id
 */
export function linkedinSubscriptions(
  client: LinkedInClient,
  as: AsAccount<LinkedInSession>,
  clock: Clock,
  appId: string | null,
): AccountSubscriptions {
  const calls = new AccountCalls(as, PERMITTED, clock);
  const keyOf = async ({ token, author, scopes }: LinkedInSession): Promise<string | null> => {
    const member = await ownMember(client, token, scopes);
    if (member === null || appId === null) return null;
    const urns = {
      developerApplication: `urn:li:developerApplication:${appId}`,
      user: member.urn,
      entity: author,
    };
    const keyParts = Object.entries(urns).map(([name, urn]) => `${name}:${encodeURIComponent(urn)}`);
    return `(${[...keyParts, 'eventType:ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS'].join(',')})`;
  };
  const isSubscribed = async (token: string, key: string, address: string, signal: AbortSignal) => {
    try {
      const request = { signal, timeoutMs: CALL_MS };
      const { webhook, expiresAt } = await client.read({ token, path: pathOf(key), request });
      const lastsLongEnough = typeof expiresAt !== 'number' || expiresAt - clock.now().getTime() > SPARE_MS;
      return textOf(webhook) === address && lastsLongEnough;
    } catch (error) {
      if (error instanceof LinkedInError && error.status === 404 && error.isFromPlatform) return false;
      throw error;
    }
  };
  return {
    missing: appId === null ? 'set LINKEDIN_APP_ID, the number of the application in its portal' : null,
    appOf: () => 'linkedin',

    look: (access, address, signal) =>
      calls.step(access, async (session): Promise<SubscriptionState> => {
        if (!isOrganization(session) || !mayReadComments(session))
          return { kind: 'not-offered', words: ORGANIZATIONS_ONLY };
        const key = await keyOf(session);
        if (key === null) return { kind: 'not-offered', words: NO_MEMBER };
        const kind = (await isSubscribed(session.token, key, address, signal)) ? 'subscribed' : 'missing';
        return { kind, place: `linkedin:${key}` };
      }),

    /** Safe to repeat: PUT overwrites the subscription with this key. */
    subscribe: (access, address, signal) =>
      calls.call(access, async (session) => {
        const key = await keyOf(session);
        if (key === null) return refused('permission-missing', NO_MEMBER, false);
        const request = { signal, timeoutMs: CALL_MS, newConnection: true };
        const { token } = session;
        await client.send({ token, method: 'PUT', path: pathOf(key), json: { webhook: address }, request });
        return { kind: 'done' };
      }),

    end: (access, _address, signal) =>
      as(access, async (session) => {
        const key = await keyOf(session);
        if (key === null) return;
        const request = { signal, timeoutMs: CALL_MS };
        await client.send({ token: session.token, method: 'DELETE', path: pathOf(key), request });
      }),
  };
}

const pathOf = (key: string): string => `/rest/eventSubscriptions/${key}`;
