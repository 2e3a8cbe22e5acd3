import type { Clock } from '#infrastructure/clock.ts';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type {
  AccountSubscriptions,
  SubscribeOutcome,
  SubscriptionAccess,
  SubscriptionState,
} from '../contract/subscription.ts';
import { refused } from '../outcomes.ts';
import { textOf } from '../json.ts';
import { LinkedInError, type LinkedInClient } from './client.ts';
import { callOutcome, stepOutcome } from './errors.ts';
import { ownMember } from './own-accounts.ts';
import { isOrganization, mayReadComments, type LinkedInSession } from './session.ts';

const CALL_MS = 20_000;
/** One that ends sooner is made anew. */
const SPARE_MS = 2 * 24 * 3_600_000;
const MEMBERS = 'LinkedIn tells of comments of organizations only';
const ROLE = 'LinkedIn names no member to this application';

type As = <Result>(
  access: SubscriptionAccess,
  work: (session: LinkedInSession) => Promise<Result>,
) => Promise<Result>;

/**
 * Event subscriptions of an organization, each in the name of a member who administers it (learn.microsoft.com/linkedin/marketing/
 * community-management/organizations/organization-social-action-notifications). They end with the member's role, silently.
 */
export class LinkedInSubscriptions implements AccountSubscriptions {
  readonly missing: string | null;
  readonly appOf = (): AppName => 'linkedin';

  constructor(
    private readonly client: LinkedInClient,
    private readonly as: As,
    private readonly clock: Clock,
    /** The number of the application, which is not its client id. */
    private readonly appId: string | null,
  ) {
    this.missing = appId === null ? 'set LINKEDIN_APP_ID, the number of the application in its portal' : null;
  }

  async look(access: SubscriptionAccess, address: string, signal: AbortSignal): Promise<SubscriptionState> {
    try {
      return await this.as(access, async (session): Promise<SubscriptionState> => {
        if (!isOrganization(session) || !mayReadComments(session))
          return { kind: 'not-offered', words: MEMBERS };
        const key = await this.#key(session);
        if (key === null) return { kind: 'not-offered', words: ROLE };
        const place = `linkedin:${key}`;
        const isThere = await this.#isThere(session, key, address, signal);
        return { kind: isThere ? 'subscribed' : 'missing', place };
      });
    } catch (error) {
      return permitted(error, stepOutcome(error, this.clock.now()));
    }
  }

  /** The same again changes nothing: it has a key of its own, and is put there. */
  async subscribe(
    access: SubscriptionAccess,
    address: string,
    signal: AbortSignal,
  ): Promise<SubscribeOutcome> {
    try {
      return await this.as(access, async (session): Promise<SubscribeOutcome> => {
        const key = await this.#key(session);
        if (key === null) return refused('permission-missing', ROLE, false);
        const path = pathOf(key);
        const request = { signal, timeoutMs: CALL_MS, newConnection: true };
        const { token } = session;
        await this.client.send({ token, method: 'PUT', path, json: { webhook: address }, request });
        return { kind: 'done' };
      });
    } catch (error) {
      return permitted(error, callOutcome(error, this.clock.now()));
    }
  }

  async end(access: SubscriptionAccess, _address: string, signal: AbortSignal): Promise<void> {
    await this.as(access, async (session) => {
      const key = await this.#key(session);
      if (key === null) return;
      const request = { signal, timeoutMs: CALL_MS };
      await this.client.send({ token: session.token, method: 'DELETE', path: pathOf(key), request });
    });
  }

  async #isThere(
    { token }: LinkedInSession,
    key: string,
    address: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      const request = { signal, timeoutMs: CALL_MS };
      const { webhook, expiresAt } = await this.client.read({ token, path: pathOf(key), request });
      const lasts = typeof expiresAt !== 'number' || expiresAt - this.clock.now().getTime() > SPARE_MS;
      return textOf(webhook) === address && lasts;
    } catch (error) {
      if (error instanceof LinkedInError && error.status === 404 && error.spoken) return false;
      throw error;
    }
  }

  async #key({ token, author, scopes }: LinkedInSession): Promise<string | null> {
    const member = await ownMember(this.client, token, scopes);
    if (member === null || this.appId === null) return null;
    const urns = {
      developerApplication: `urn:li:developerApplication:${this.appId}`,
      user: member.urn,
      entity: author,
    };
    const named = Object.entries(urns).map(([name, urn]) => `${name}:${encodeURIComponent(urn)}`);
    return `(${[...named, 'eventType:ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS'].join(',')})`;
  }
}

const pathOf = (key: string): string => `/rest/eventSubscriptions/${key}`;

/** A role or a permission for notifications alone: publishing goes on without it. */
const permitted = <Outcome extends Readonly<{ kind: string }>>(error: unknown, outcome: Outcome) =>
  error instanceof LinkedInError && error.status === 403
    ? refused('permission-missing', error.words, false)
    : outcome;
