import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { at, listOf, objectOf, textOf } from '../../kit/json.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';
import { Xrpc, XrpcError } from './client.ts';

/** The servers that resolve names. For handles of the sandbox, both are the same server. */
export type Directory = Readonly<{ service: string; plc: string }>;
export type BlueskyConfiguration = Readonly<{
  blueskyServiceUrl: string;
  plcUrl: string;
  sandbox: Readonly<{ url: string }> | null;
}>;

/** The default of `BLUESKY_SERVICE_URL`. */
const PUBLIC_SERVICE = 'https://bsky.social';
const SANDBOX_HOST = 'https://bsky.sandbox.test';
/** A `did:web` contains a host. `%` is allowed only before its port. Any other `%` could change the path of the request. */
const DID = /^did:(plc:[a-z2-7]{24}|plc:[a-zA-Z0-9._:%-]+|web:[a-zA-Z0-9.-]+(?:%3[aA]\d{1,5})?)$/u;

/** The name or document certainly does not exist. A missing response is a different error. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
}

/** In characters. Longer than any host name, and short enough for a key of a table. */
const DID_MAX = 512;

export const isDid = (text: string): boolean => text.length <= DID_MAX && DID.test(text);

/** The URL of a profile at any app of Bluesky, or of the site that is the handle. */
const PROFILE_URL = /^(?:https?:\/\/)?[^/?#\s]+\/profile\/([^/?#\s]+)|^https?:\/\/([^/?#\s@]+)\/?$/iu;

/**
 * Normalizes a typed handle: `@Ana` and the URL of the profile become `ana.bsky.social`. Removes invisible characters, which a handle copied
 * from a web page may contain.
 */
export function normalHandle(typed: string): string {
  const text = typed.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '').trim();
  const [, profile, site] = PROFILE_URL.exec(text) ?? [];
  const handle = (profile ?? site ?? text).replace(/^[@＠]/u, '').toLowerCase();
  return handle.includes('.') || handle.includes(':') ? handle : `${handle}.bsky.social`;
}

/** In characters. The database stores this URL, and screens show it. */
const ENDPOINT_MAX = 512;

/** The PDS (the account's server) in a DID document; null if there is none. */
export function pdsOf(document: JsonObject | null): string | null {
  const services = listOf(document?.['service']).map((service) => objectOf(service));
  const pds = services.find(
    (service) =>
      textOf(service?.['id'])?.endsWith('#atproto_pds') === true &&
      service?.['type'] === 'AtprotoPersonalDataServer',
  );
  const endpoint = textOf(pds?.['serviceEndpoint']);
  if (endpoint === null || endpoint.length > ENDPOINT_MAX) return null;
  return /^https?:\/\//u.test(endpoint) && URL.canParse(endpoint) ? endpoint : null;
}

/** Resolves a handle to a DID, and a DID to its document. An attacker may have chosen any URL that this class requests. */
export class BlueskyIdentity {
  readonly #xrpc: Xrpc;

  constructor(
    private readonly http: PlatformHttp,
    private readonly configuration: BlueskyConfiguration,
  ) {
    this.#xrpc = new Xrpc(http);
  }

  directoryFor(name: string): Directory {
    const { blueskyServiceUrl: service, plcUrl: plc, sandbox } = this.configuration;
    // With the sandbox, the public service also gets no requests, so that nothing leaves the machine.
    const isReplaced = sandbox !== null && service === PUBLIC_SERVICE;
    return isReplaced || isSandboxHost(name)
      ? { service: SANDBOX_HOST, plc: SANDBOX_HOST }
      : { service, plc };
  }

  /** Resolves a handle: requests the service first, then the handle's own host. @throws NotFound, OutgoingError, XrpcError, BreakerOpen */
  async didOf(handle: string): Promise<string> {
    let serviceFailure: Error | undefined;
    try {
      const { service } = this.directoryFor(handle);
      const method = 'com.atproto.identity.resolveHandle';
      const did = textOf((await this.#xrpc.query({ server: service, method, params: { handle } }))['did']);
      if (did !== null && isDid(did)) return did;
    } catch (error) {
      if (error instanceof Error && isWithoutAnswer(error)) serviceFailure = error;
      else if (!(error instanceof XrpcError)) throw error;
    }
    try {
      return await this.#wellKnownDid(handle);
    } catch (error) {
      if (!(error instanceof NotFound) && !isWithoutAnswer(error)) throw error;
      // If the service responded, the handle certainly does not exist. Without a response, this is unknown.
      throw serviceFailure ?? new NotFound(`${handle} is not known.`);
    }
  }

  async #wellKnownDid(handle: string): Promise<string> {
    if (!/^[a-z0-9.-]+$/u.test(handle)) throw new NotFound(`${handle} is not a handle.`);
    const url = `https://${handle}/.well-known/atproto-did`;
    const reply = await this.http.send('bluesky', {
      method: 'GET',
      url,
      userChosen: true,
      maxBytes: 2_048,
      timeoutMs: 5_000,
    });
    const did = reply.text().trim();
    if (!reply.ok || !isDid(did)) throw new NotFound(`${handle} names no account.`);
    return did;
  }

  /** @throws NotFound, OutgoingError, BreakerOpen */
  async documentOf(did: string, { plc }: Directory): Promise<JsonObject> {
    const url = did.startsWith('did:web:')
      ? `https://${decodeURIComponent(did.slice('did:web:'.length))}/.well-known/did.json`
      : new URL(`/${did}`, plc);
    const reply = await this.http.send('bluesky', { method: 'GET', url, userChosen: true });
    if (reply.status === 404 || reply.status === 410) throw new NotFound(`${did} is not registered.`);
    const document = objectOf(reply.json());
    if (!reply.ok || document?.['id'] !== did) {
      throw new OutgoingError('unreadable', true, new URL(url).host, `no document for ${did}`);
    }
    return document;
  }

  /** Whether the document also contains the handle. Otherwise an account could claim the handle of another account. */
  claims(document: JsonObject, handle: string): boolean {
    return listOf(at(document, 'alsoKnownAs')).some(
      (name) => typeof name === 'string' && name.toLowerCase() === `at://${handle}`,
    );
  }
}

/** The server did not respond, failed, or reached a rate limit: nothing is known. */
export const isWithoutAnswer = (error: unknown): boolean =>
  error instanceof OutgoingError ||
  error instanceof BreakerOpen ||
  (error instanceof XrpcError && (error.status >= 500 || error.status === 429));
