import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '@posthorn/contracts/shared/platform';
import sharp from 'sharp';
import type { AppName } from '#infrastructure/config/app-names.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/sandbox-server.ts';
import type { MetricsSetting } from '../../../../sandbox/state/post-counters.ts';
import type { MediaItem } from '../../contract/publication.ts';
import { allConnections, allConnectors, allGrants, type ConnectorContext } from '../../all-connectors.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { callbackAddress } from '../../kit/oauth/consent-paths.ts';
import type { OAuthConnection } from '../../contract/oauth-connection.ts';
import { LinkCards } from '../../kit/link-cards/link-cards.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import type { Proof, RemoteAccount, Connector } from '../../contract/connector.ts';
import { mediaAt } from '../account-access.ts';
import { inAnotherProcess } from '../another-process.ts';
import { TemporaryMediaServer } from './temporary-media-server.ts';
import { MovingClock } from './moving-clock.ts';

export type PostAtPlatform = Readonly<{
  account: string;
  remoteId: string;
  text: string;
  media: readonly Readonly<{ type: string; bytes: number }>[];
  card?: unknown;
  coverAt?: number;
}>;

/** A comment in the format of the sandbox's control API. `remoteId`: the id of the post. */
export type WrittenComment = Readonly<{
  remoteId: string;
  author: string;
  text: string;
  parentId?: string;
  bot?: boolean;
  unannounced?: boolean;
}>;

type ReceivedReply = Readonly<{ author: string; remoteId: string; parentId: string; text: string }>;

/** How the user fills in the consent form. `answer`: the pressed button. `without`: scopes that the user denies. */
type Consent = Readonly<{ account: string; answer?: 'allow' | 'deny'; without?: readonly string[] }>;

/** The beginning of a video file. The sandbox reads only the beginning; the rest is random. */
const MP4_HEAD = Buffer.from('000000186674797069736f6d0000020069736f6d69736f3200000008', 'hex');
const MOV_HEAD = Buffer.from('0000001466747970717420200000000071742020', 'hex');
const VIDEO_BYTES = 700_000;

/** Runs the sandbox and all connectors, without the rest of the product. */
export class ConformanceWorld {
  readonly clock = new MovingClock();

  constructor(private readonly app?: AppName) {}

  readonly #mediaServer = new TemporaryMediaServer();
  #folder = '';
  #sandbox!: Sandbox;
  #http!: SafeHttp;
  #context!: ConnectorContext;
  #connections: readonly OAuthConnection[] = [];
  images: readonly MediaItem[] = [];
  png!: MediaItem;
  video!: MediaItem;
  /** The same video as QuickTime. */
  mov!: MediaItem;
  /** An animation. */
  gif!: MediaItem;

  async open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'posthorn-conformance-'));
    await this.#mediaServer.start();
    const now = () => this.clock.now().getTime();
    this.#sandbox = await startSandbox({
      port: 0,
      dataDir: this.#folder,
      publicUrl: '',
      appUrl: this.#mediaServer.url,
      now,
    });
    const { port } = this.#sandbox;
    this.#http = new SafeHttp({ sandboxPort: port });
    const configuration = testConfiguration({
      SANDBOX_PORT: String(port),
      PUBLIC_URL: this.#mediaServer.url,
      DATA_DIR: this.#folder,
    });
    const http = new PlatformHttp(this.#http, new Breaker());
    const pause = (milliseconds: number) => {
      this.clock.advance(milliseconds);
      return Promise.resolve();
    };
    const cards = new LinkCards(this.#http);
    this.#context = { http, clock: this.clock, configuration, media: this.#mediaServer, cards, pause };
    this.#connections = allConnections(this.#context);
    this.images = await Promise.all(
      [0, 1, 2].map((index) => this.#imageFile(`${String(index)}.jpg`, 'jpeg')),
    );
    this.png = await this.#imageFile('drawing.png', 'png');
    this.video = await this.#videoFile('film.mp4', 'video/mp4', MP4_HEAD);
    this.mov = await this.#videoFile('film.mov', 'video/quicktime', MOV_HEAD);
    this.gif = await this.#animation();
  }

  async close(): Promise<void> {
    await this.#http.onApplicationShutdown();
    await this.#sandbox.close();
    await this.#mediaServer.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  connector(platform: Platform): Connector {
    return inAnotherProcess(() => {
      const found = allConnectors(this.#context).find((connector) => connector.platform === platform);
      if (!found) throw new Error(`all-connectors.ts lists no connector for ${platform}.`);
      return found;
    });
  }

  /** The connection of `app`, or else the platform's default connection. */
  connection(platform: Platform): OAuthConnection {
    const found = this.#connections.find(
      ({ name, platforms }) => platforms.includes(platform) && name === (this.app ?? name),
    );
    if (!found) throw new Error(`all-connectors.ts lists no consent for ${platform}.`);
    return found;
  }

  /** Returns all accounts of the platform that a consent gives access to, or the account of a form. */
  async accounts(platform: Platform, consentOrProof: Consent | Proof): Promise<RemoteAccount[]> {
    if ('kind' in consentOrProof) {
      const account = await this.connector(platform).connect?.(consentOrProof);
      return account ? [account] : [];
    }
    const { accounts } = await this.consent(platform, consentOrProof);
    return accounts.filter((account) => account.platform === platform);
  }

  /** Fills in the consent page and redeems its code. @throws what `redeem` throws */
  async consent(platform: Platform, form: Consent): ReturnType<OAuthConnection['redeem']> {
    const connection = this.connection(platform);
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const redirectUri = callbackAddress(this.#mediaServer.url, connection.name);
    const page = connection.authorizeUrl({ state: 'a-state', challenge, redirectUri });
    const back = await this.#decide(page, form);
    if (back.searchParams.get('state') !== 'a-state') throw new Error('The state was lost on the way.');
    return connection.redeem({ query: back.searchParams, verifier, redirectUri });
  }

  /** Returns the account after a further consent of its owner. @throws what `redeem` throws */
  async granted(app: AppName, remote: RemoteAccount, account: string): Promise<RemoteAccount> {
    const grant = allGrants(this.#context).find(({ name }) => name === app);
    if (!grant) throw new Error(`all-connectors.ts lists no grant ${app}.`);
    const redirectUri = callbackAddress(this.#mediaServer.url, app);
    const page = grant.authorizeUrl({ state: 'a-state', challenge: '', redirectUri });
    const back = await this.#decide(page, { account });
    const part = await grant.redeem({ query: back.searchParams, verifier: '', redirectUri });
    return { ...remote, credentials: { ...remote.credentials, ...part.credentials } };
  }

  /** The URL that platforms call for the webhook `name`. */
  webhookUrl(name: string): string {
    return `${this.#mediaServer.url}/api/webhooks/${name}`;
  }

  /** Sends the consent form. Returns the URL to which the page redirects the browser. */
  async #decide(page: string, { account, answer = 'allow', without = [] }: Consent): Promise<URL> {
    const html = await (await fetch(page)).text();
    const scopes = [...html.matchAll(/name="scope" value="([^"]+)"/gu)].map(([, scope]) => scope ?? '');
    const form = new URLSearchParams({ account, asked: '1', [answer]: answer });
    for (const scope of scopes) if (!without.includes(scope)) form.append('scope', scope);
    const reply = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
    const location = reply.headers.get('location');
    if (location === null)
      throw new Error(`No callback address: ${String(reply.status)} ${await reply.text()}`);
    return new URL(location);
  }

  async deny(platform: Platform): Promise<URL> {
    const challenge = 'x'.repeat(43);
    const connection = this.connection(platform);
    const redirectUri = callbackAddress(this.#mediaServer.url, connection.name);
    const page = connection.authorizeUrl({ state: 'a-state', challenge, redirectUri });
    return this.#decide(page, { account: 'ana', answer: 'deny' });
  }

  async posts(platform: Platform): Promise<readonly PostAtPlatform[]> {
    const reply = await fetch(`${this.#sandbox.url}/control/posts?platform=${platform}`);
    return (await reply.json()) as PostAtPlatform[];
  }

  /** The number of requests for web pages of the sandbox, without pictures. */
  async pageReads(): Promise<number> {
    const reply = await fetch(`${this.#sandbox.url}/control/calls`);
    const calls = (await reply.json()) as { platform: string; endpoint: string; calls: number }[];
    return calls
      .filter(({ platform, endpoint }) => platform === 'pages' && !endpoint.includes('/pictures/'))
      .reduce((sum, { calls: count }) => sum + count, 0);
  }

  /** Sets a fault for the next final call or, with `extra`, for another call. See the sandbox's control API. */
  async fault(platform: Platform, fault: string, extra: object = {}): Promise<void> {
    await this.#control('faults', { platform, fault, times: 1, ...extra });
  }

  /** The replies that accounts have written under posts. */
  async replies(platform: Platform): Promise<readonly ReceivedReply[]> {
    const reply = await fetch(`${this.#sandbox.url}/control/replies?platform=${platform}`);
    return (await reply.json()) as ReceivedReply[];
  }

  /** Adds a comment. Returns its id in the sandbox. */
  async comment(platform: Platform, comment: WrittenComment): Promise<string> {
    const { id } = (await this.#control('comments', { platform, ...comment })) as { id: string };
    return id;
  }

  async editComment(platform: Platform, id: string, text: string): Promise<void> {
    await this.#control('comments/edit', { platform, id, text });
  }

  async deleteComment(platform: Platform, id: string): Promise<void> {
    await this.#control('comments/delete', { platform, id });
  }

  /** Sets the figures of a post. */
  async counts(order: MetricsSetting): Promise<void> {
    const { counts, ...rest } = order;
    await this.#control('metrics', { ...rest, ...counts });
  }

  async isHidden(platform: Platform, id: string): Promise<boolean> {
    const query = new URLSearchParams({ platform, id }).toString();
    const reply = await fetch(`${this.#sandbox.url}/control/comments/hidden?${query}`);
    return ((await reply.json()) as { hidden: boolean }).hidden;
  }

  async endTokens(app: string, account: string, action: 'expire' | 'revoke'): Promise<void> {
    await this.#control('tokens', { app, account, action });
  }

  async #control(path: string, body: object): Promise<unknown> {
    const reply = await fetch(`${this.#sandbox.url}/control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(await reply.text());
    return reply.json();
  }

  async #imageFile(name: string, format: 'jpeg' | 'png'): Promise<MediaItem> {
    const path = join(this.#folder, name);
    const [width, height] = [640, 640];
    const background = { r: name.length * 9, g: 80, b: 120 };
    await sharp({ create: { width, height, channels: 3, background } })
      .toFormat(format)
      .toFile(path);
    const { size } = await stat(path);
    return mediaAt(path, size, { mimeType: `image/${format}`, width, height, altText: `Picture ${name}` });
  }

  async #videoFile(name: string, mimeType: string, head: Buffer): Promise<MediaItem> {
    const path = join(this.#folder, name);
    await writeFile(path, Buffer.concat([head, randomBytes(VIDEO_BYTES - head.length)]));
    const shape = { width: 1080, height: 1920, durationSeconds: 8 };
    return mediaAt(path, VIDEO_BYTES, { kind: 'video', mimeType, altText: 'A film', ...shape });
  }

  async #animation(): Promise<MediaItem> {
    const path = join(this.#folder, 'wave.gif');
    const [width, height] = [640, 640];
    const frames = ['#c05', '#05c'].map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    await sharp(await Promise.all(frames), { join: { animated: true } }).toFile(path);
    const { size } = await stat(path);
    return mediaAt(path, size, { mimeType: 'image/gif', width, height, altText: 'It waves' });
  }
}
