import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { at, listOf, objectOf, textOf } from '../../kit/json.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';
import { Xrpc, XrpcError } from './client.ts';

/** The servers that resolve names. For handles of the sandbox, one server answers all requests. */
export type Directory = Readonly<{ service: string; plc: string }>;
export type BlueskyConfiguration = Readonly<{
  blueskyServiceUrl: string;
  plcUrl: string;
  sandbox: Readonly<{ url: string }> | null;
}>;

/** The default of `BLUESKY_SERVICE_URL`. */
const PUBLIC_SERVICE = 'https://bsky.social';
const SANDBOX_HOST = 'https://bsky.sandbox.test';
/** A `did:web` names a host, and only its port may be written with a `%`. Any other `%` would be another path or a bug. */
const DID = /^did:(plc:[a-z2-7]{24}|plc:[a-zA-Z0-9._:%-]+|web:[a-zA-Z0-9.-]+(?:%3[aA]\d{1,5})?)$/u;

/** The name or document certainly does not exist. A missing answer is a different error. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
}

/** Longer than the name of any host, and short enough for a key of a table. */
const DID_MAX = 512;

export const isDid = (text: string): boolean => text.length <= DID_MAX && DID.test(text);

/** `@Ana` becomes `ana.bsky.social`. A handle copied from a page may contain invisible characters, which are removed. */
export function normalHandle(typed: string): string {
  const handle = typed
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .trim()
    .replace(/^@/u, '')
    .toLowerCase();
  return handle.includes('.') || handle.includes(':') ? handle : `${handle}.bsky.social`;
}

/** The account stores it, and lists show it. */
const ENDPOINT_MAX = 512;

/** PDS of a DID document; null when it names none. */
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

/** Handle to DID, DID to document. Any address requested here may be an attacker's choice. */
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
    // With the sandbox, the public service gets no requests either: nothing leaves the machine.
    const stoodIn = sandbox !== null && service === PUBLIC_SERVICE;
    return stoodIn || isSandboxHost(name) ? { service: SANDBOX_HOST, plc: SANDBOX_HOST } : { service, plc };
  }

  /** Asks the service, then the handle's own host. @throws NotFound, OutgoingError, XrpcError, BreakerOpen */
  async didOf(handle: string): Promise<string> {
    let silence: Error | undefined;
    try {
      const { service } = this.directoryFor(handle);
      const method = 'com.atproto.identity.resolveHandle';
      const did = textOf((await this.#xrpc.query({ server: service, method, params: { handle } }))['did']);
      if (did !== null && isDid(did)) return did;
    } catch (error) {
      if (error instanceof Error && isWithoutAnswer(error)) silence = error;
      else if (!(error instanceof XrpcError)) throw error;
    }
    try {
      return await this.#wellKnownDid(handle);
    } catch (error) {
      if (!(error instanceof NotFound) && !isWithoutAnswer(error)) throw error;
      // A service that answered has said no. A missing answer leaves it unknown.
      throw silence ?? new NotFound(`${handle} is not known.`);
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

  /** Both sides must name each other. Otherwise an account could claim a foreign handle. */
  claims(document: JsonObject, handle: string): boolean {
    return listOf(at(document, 'alsoKnownAs')).some(
      (name) => typeof name === 'string' && name.toLowerCase() === `at://${handle}`,
    );
  }
}

/** There was neither a yes nor a no. */
export const isWithoutAnswer = (error: unknown): boolean =>
  error instanceof OutgoingError ||
  error instanceof BreakerOpen ||
  (error instanceof XrpcError && (error.status >= 500 || error.status === 429));
