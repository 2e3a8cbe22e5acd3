import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FaultPlan } from './faults/fault-plan.ts';
import { Bluesky } from './platforms/bluesky/bluesky.ts';
import { Facebook } from './platforms/facebook/facebook.ts';
import { Instagram } from './platforms/instagram/instagram.ts';
import { LinkedIn } from './platforms/linkedin/linkedin.ts';
import { Mastodon } from './platforms/mastodon/mastodon.ts';
import { Pinterest } from './platforms/pinterest/pinterest.ts';
import { Snapchat } from './platforms/snapchat/snapchat.ts';
import { Threads } from './platforms/threads/threads.ts';
import { TikTok } from './platforms/tiktok/tiktok.ts';
import { Twitter } from './platforms/twitter/twitter.ts';
import { YouTube } from './platforms/youtube/youtube.ts';
import { ChatModel } from './model/chat-model.ts';
import type { AuthorizationServer } from './oauth/authorization-server.ts';
import type {
  LiveToken,
  SandboxContext,
  ReceivedPost,
  ReceivedReply,
  SandboxPlatform,
} from './platforms/sandbox-platform.ts';
import { WebPages } from './pages/web-pages.ts';
import { BlobStore } from './state/blob-store.ts';
import { CallCounts } from './state/call-counts.ts';
import { Journal } from './state/journal.ts';
import { PostCounters } from './state/post-counters.ts';
import { SettingsStore, type Settings } from './state/settings.ts';
import { SandboxSignIn, SIGN_IN_POLICIES } from './sign-in/sign-in-provider.ts';
import { StripeSandbox } from './stripe/stripe.ts';
import { HookReceiver } from './webhooks/hook-receiver.ts';
import { Subscriptions } from './webhooks/subscriptions.ts';
import { Webhooks } from './webhooks/webhooks.ts';

/** Each platform has one folder and one line here. */
const PLATFORMS: readonly (new (context: SandboxContext) => SandboxPlatform)[] = [
  Facebook,
  Instagram,
  LinkedIn,
  Mastodon,
  Pinterest,
  Snapchat,
  Threads,
  TikTok,
  Twitter,
  YouTube,
  // Bluesky is last, because it treats every remaining host name as the handle of an account.
  Bluesky,
];

/** All platforms with their shared state. */
export class World {
  readonly faults = new FaultPlan();
  readonly calls = new CallCounts();
  readonly settings = new SettingsStore();
  readonly blobs: BlobStore;
  readonly platforms: readonly SandboxPlatform[];
  readonly pages = new WebPages(this.calls);
  readonly model: ChatModel;
  readonly stripe: StripeSandbox;
  readonly signIns: readonly SandboxSignIn[];
  readonly publicUrl: () => string;
  /** The URL of the product. The OAuth apps on the simulated platforms have registered redirect URLs of the product. */
  readonly appUrl: string;
  /** The only function that changes a setting: it writes to the journal. */
  readonly changeSettings: (change: Partial<Settings>) => void;
  /** Sends the webhooks of the platforms to the product. */
  readonly webhooks: Webhooks;
  /** Receives the webhooks of the product. */
  readonly webhookReceiver: HookReceiver;
  readonly subscriptions: Subscriptions;
  readonly counters: PostCounters;
  readonly #journal: Journal;

  constructor({
    dataDir,
    now,
    publicUrl,
    appUrl,
    hasProduct,
  }: Readonly<{
    dataDir: string;
    now: () => number;
    publicUrl: () => string;
    appUrl: string;
    /** Whether a product exists that receives webhooks. */
    hasProduct: boolean;
  }>) {
    const directory = join(dataDir, 'sandbox');
    this.#journal = new Journal(directory, now);
    this.blobs = new BlobStore(directory);
    this.publicUrl = publicUrl;
    this.appUrl = appUrl;
    this.changeSettings = this.#journal.channel('settings', this.settings);
    this.faults.commit = this.#journal.channel('faults', this.faults);
    this.webhookReceiver = new HookReceiver({
      journal: this.#journal,
      calls: this.calls,
      faults: this.faults,
    });
    this.subscriptions = new Subscriptions(this.#journal);
    this.counters = new PostCounters(this.#journal, now);
    this.webhooks = new Webhooks({
      journal: this.#journal,
      now,
      appUrl: hasProduct ? appUrl : null,
      isSubscribed: (platform, accountId) => this.subscriptions.isNotified(platform, accountId),
    });
    const context: SandboxContext = {
      now,
      publicUrl,
      appUrl: () => appUrl,
      subscriptions: this.subscriptions,
      journal: this.#journal,
      blobs: this.blobs,
      faults: this.faults,
      calls: this.calls,
      settings: () => this.settings.current,
      counters: this.counters,
      visibleIfCreatedBefore: () => now() - this.settings.current.visibilityDelaySeconds * 1000,
      secret: secretIn(directory),
    };
    this.model = new ChatModel({ now, calls: this.calls, settings: () => this.settings.current });
    this.signIns = SIGN_IN_POLICIES.map((policy) => new SandboxSignIn(context, policy));
    this.stripe = new StripeSandbox(context, hasProduct ? appUrl : null);
    this.platforms = PLATFORMS.map((Platform) => new Platform(context));
    this.#journal.load();
    this.stripe.webhooks.sendPending();
  }

  get names(): readonly string[] {
    return this.platforms.map(({ name }) => name);
  }

  /** The platforms and services that can have simulated faults. */
  get faultTargets(): readonly string[] {
    return [...this.names, this.stripe.name, this.webhookReceiver.name];
  }

  platform(name: string): SandboxPlatform | null {
    return this.platforms.find((platform) => platform.name === name) ?? null;
  }

  /** Whether a fault can be limited to calls with this name. */
  isCall(platform: string, name: string): boolean {
    return platform === this.stripe.name
      ? this.stripe.isCall(name)
      : (this.platform(platform)?.isCall?.(name) ?? false);
  }

  /** The authorization server of `/oauth/{app}`, or null. */
  authorizationServer(app: string): AuthorizationServer | null {
    return this.#authorizationServers().find(({ policy }) => policy.app === app) ?? null;
  }

  /** All tokens and logins that are still valid. */
  liveTokens(): readonly LiveToken[] {
    const tokens = this.#authorizationServers().flatMap((server) =>
      server.live().map(({ account, kind, endsAt }) => ({
        app: server.policy.app,
        account,
        kind,
        endsAt: new Date(endsAt).toISOString(),
      })),
    );
    return [...tokens, ...this.platforms.flatMap((platform) => platform.logins?.() ?? [])];
  }

  /** Returns each server once, because platforms can share a server. */
  #authorizationServers(): readonly AuthorizationServer[] {
    const all = this.platforms.flatMap(({ authorization, secondAuthorization }) => [
      authorization,
      secondAuthorization,
    ]);
    return [...new Set(all)].filter((server) => server !== undefined);
  }

  serving(host: string): SandboxPlatform | null {
    return this.platforms.find((platform) => platform.serves(host)) ?? null;
  }

  /** The posts of a platform, oldest first; of all platforms when `platform` is null. */
  posts(platform: string | null): readonly ReceivedPost[] {
    return this.platforms
      .filter(({ name }) => platform === null || name === platform)
      .flatMap((one) => one.posts())
      .sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : a.receivedAt > b.receivedAt ? 1 : 0));
  }

  /** The replies of connected accounts, oldest first; of all platforms when `platform` is null. */
  replies(platform: string | null): readonly ReceivedReply[] {
    return this.platforms
      .filter(({ name }) => platform === null || name === platform)
      .flatMap((one) => one.replies?.() ?? [])
      .sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : a.receivedAt > b.receivedAt ? 1 : 0));
  }

  /** Deletes posts, comments, media, faults, settings and counts; accounts stay signed in. */
  reset(): void {
    this.#journal.reset();
    this.blobs.clear();
    this.calls.clear();
    this.model.clear();
    this.webhooks.reset();
    this.stripe.reset();
    for (const platform of this.platforms) platform.reset();
  }

  close(): void {
    this.webhooks.close();
    this.stripe.close();
    this.#journal.close();
  }
}

function secretIn(directory: string): string {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
