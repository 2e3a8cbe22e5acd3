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
import { challengeIn, headerIn, isSame, jsonIn, signatureOf } from '../webhooks/signatures.ts';

/** The X Activity API (docs.x.com/x-api/webhooks/introduction). It signs with the API key's secret, not with that of OAuth 2.0. */
export class TwitterWebhookDoor implements WebhookDoor {
  readonly name = 'twitter';
  readonly registrations: readonly WebhookRegistration[];
  readonly missing = 'set X_CONSUMER_SECRET, the secret of the API key, which X signs with';
  readonly #secret: string | null;

  constructor({ xConsumerSecret }: PlatformApps) {
    this.#secret = xConsumerSecret;
    const fields = 'event types post.reply.create and post.mention.create of each account';
    this.registrations = xConsumerSecret === null ? [] : [{ app: 'twitter', fields, verifyToken: null }];
  }

  /** X asks at registration and each hour. */
  handshake(query: HandshakeQuery): Handshake | null {
    const token = challengeIn(query['crc_token']);
    if (token === null || this.#secret === null) return null;
    const response_token = `sha256=${signatureOf(this.#secret, 'base64', token)}`;
    return { type: 'application/json', body: JSON.stringify({ response_token }) };
  }

  isSigned(rawBody: Buffer, headers: IncomingHttpHeaders): boolean {
    const told = headerIn(headers, 'x-twitter-webhooks-signature');
    if (told === null || this.#secret === null) return false;
    return isSame(told, `sha256=${signatureOf(this.#secret, 'base64', rawBody)}`);
  }

  hints(rawBody: Buffer): readonly WebhookHint[] {
    const data = at(jsonIn(rawBody), 'data');
    const accountRemoteId = idIn(at(data, 'filter', 'user_id'));
    if (accountRemoteId === null) return [];
    return [
      { platform: 'twitter', accountRemoteId, postRemoteId: idIn(at(data, 'payload', 'conversation_id')) },
    ];
  }
}
