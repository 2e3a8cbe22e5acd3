import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type { CallOutcome, Published } from '../../contract/outcome.ts';
import { textOf } from '../../kit/json.ts';
import { published, refused, unknown } from '../../kit/outcomes.ts';
import type { BlueskyConfiguration } from '../client/identity.ts';
import { COLLECTION } from '../publish/record.ts';
import { sessionOf, type BlueskySession, type BlueskySessions } from '../tokens.ts';
import { XrpcError, type Xrpc } from '../client/client.ts';

const CALL_MS = 30_000;

/** The record of a post or reply, and the record key that Posthorn chose. */
type Keyed = Readonly<{ rkey: string; record: JsonObject }>;

/** Writes and finds records of the account. A repeated write makes no second record. */
export class BlueskyOwnPosts {
  constructor(
    private readonly xrpc: Xrpc,
    private readonly sessions: BlueskySessions,
    private readonly configuration: Pick<BlueskyConfiguration, 'sandbox'>,
  ) {}

  /** @throws XrpcError, OutgoingError, BreakerOpen, ReconnectNeeded, CallHadNoEffect */
  async write(access: AccountAccess, { rkey, record }: Keyed, signal: AbortSignal): Promise<CallOutcome> {
    try {
      return await this.sessions.use(access, async (session) => {
        const answer = await this.xrpc.procedure({
          server: session.pds,
          method: 'com.atproto.repo.putRecord',
          token: session.accessJwt,
          // With `swapRecord: null`, the server writes only if no record exists. An identical record counts as success. A
          // different record is never replaced.
          body: { repo: session.did, collection: COLLECTION, rkey, record, swapRecord: null },
          request: { signal, timeoutMs: CALL_MS, newConnection: true },
        });
        const uri = textOf(answer['uri']);
        if (uri === null) return unknown('unreadable', 'The server answered and named no post.');
        return published(uri, this.permalinkOf(session, session, rkey));
      });
    } catch (error) {
      if (error instanceof XrpcError && error.code === 'InvalidSwap')
        return this.#existing(access, rkey, error);
      throw error;
    }
  }

  /** A different record exists under our key: this is our post, from an earlier call or changed by its owner. */
  async #existing(access: AccountAccess, rkey: string, error: XrpcError): Promise<CallOutcome> {
    try {
      return (await this.find(access, rkey)) ?? refused('rejected', error.platformMessage, true);
    } catch {
      return unknown('server-error', error.platformMessage);
    }
  }

  /** Finds a record by its key. Null: the record does not exist. @throws XrpcError, OutgoingError, BreakerOpen */
  async find(access: AccountAccess, rkey: string): Promise<Published | null> {
    const session = sessionOf(await access.credentials());
    try {
      const { uri } = await this.xrpc.query({
        server: session.pds,
        method: 'com.atproto.repo.getRecord',
        params: { repo: session.did, collection: COLLECTION, rkey },
      });
      return published(textOf(uri) ?? uriOf(session, rkey), this.permalinkOf(session, session, rkey));
    } catch (error) {
      if (error instanceof XrpcError && saysAbsent(error)) return null;
      throw error;
    }
  }

  /**
   * The URL of the page on which people see a post. The first argument is the session of our account, the second is the author
   * of the post.
   */
  permalinkOf(
    { pds }: Pick<BlueskySession, 'pds'>,
    { did, handle }: Pick<BlueskySession, 'did' | 'handle'>,
    rkey: string,
  ): string {
    const { sandbox } = this.configuration;
    if (sandbox && isSandboxHost(new URL(pds).hostname)) {
      return `${sandbox.url}/bluesky/profile/${handle}/post/${rkey}`;
    }
    return `https://bsky.app/profile/${did}/post/${rkey}`;
  }
}

const uriOf = ({ did }: Pick<BlueskySession, 'did'>, rkey: string): string =>
  `at://${did}/${COLLECTION}/${rkey}`;

/** The record key in a URI; null: the URI does not belong to a post of this account. */
export function rkeyIn(uri: string, did: string): string | null {
  const prefix = uriOf({ did }, '');
  return uri.startsWith(prefix) ? uri.slice(prefix.length) : null;
}

export const saysAbsent = ({ status, code, platformMessage }: XrpcError): boolean =>
  code === 'RecordNotFound' || (status === 400 && /could not locate record/iu.test(platformMessage ?? ''));
