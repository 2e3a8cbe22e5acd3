import type { IncomingHttpHeaders } from 'node:http';
import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type {
  Handshake,
  HandshakeQuery,
  WebhookDoor,
  WebhookHint,
  WebhookRegistration,
} from '../contract/webhook.ts';
import { at, idIn } from '../json.ts';
import { hubHandshake, isHubSigned, verifyTokenOf } from '../meta/hub-webhook.ts';
import { jsonIn } from '../webhooks/signatures.ts';

/** Replies on Threads (developers.facebook.com/docs/threads/webhooks). */
export class ThreadsWebhookDoor implements WebhookDoor {
  readonly name = 'threads';
  readonly registrations: readonly WebhookRegistration[];
  readonly #secrets: readonly string[];

  constructor({ threads, facebook }: PlatformApps) {
    // The documents do not say whether the secret of Threads signs or that of the application around it.
    this.#secrets = threads.keys
      ? [threads.keys.secret, ...(facebook.keys ? [facebook.keys.secret] : [])]
      : [];
    const fields = 'topic moderate: replies, delete';
    this.registrations = threads.keys
      ? [{ app: 'threads', fields, verifyToken: verifyTokenOf(threads.keys.secret) }]
      : [];
  }

  handshake(query: HandshakeQuery): Handshake | null {
    return hubHandshake(query, this.#secrets);
  }

  isSigned(rawBody: Buffer, headers: IncomingHttpHeaders): boolean {
    return isHubSigned(rawBody, headers, this.#secrets);
  }

  /** Whose post the whole thread hangs on, and whom the delivery is for: mostly the same. */
  hints(rawBody: Buffer): readonly WebhookHint[] {
    const body = jsonIn(rawBody);
    const root = at(body, 'values', 'value', 'root_post');
    const accounts = [at(root, 'owner_id'), at(body, 'target_id')].map(idIn);
    return [...new Set(accounts)].flatMap((accountRemoteId): WebhookHint[] =>
      accountRemoteId === null
        ? []
        : [{ platform: 'threads', accountRemoteId, postRemoteId: idIn(at(root, 'id')) }],
    );
  }
}
