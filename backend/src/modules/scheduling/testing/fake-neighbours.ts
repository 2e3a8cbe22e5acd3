import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { LONGEST_TEXT } from '@posthorn/contracts/shared/text';
import { textFit } from '@posthorn/contracts/integrations/text-count';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { PublishRules } from '#modules/integrations/ports/publish-rules.ts';
import type { OutgoingPublication } from '#modules/integrations/ports/publishing.ts';
import { Global, Injectable, Module } from '@nestjs/common';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { Timezones } from '#modules/identity/ports/timezones.ts';
import { DefaultHashtags } from '#modules/identity/ports/default-hashtags.ts';
import { InboxForHistory, TokensForHistory } from './history-neighbours.ts';

/** The accounts of three users. Ana has 3, 4 and 5, and account 5 accepts long texts. Eve has 9. Tom has 10, the only one on X. */
const ACCOUNTS = [
  { id: 3, ownerId: 'ana', accountName: 'ana@mastodon.test' },
  { id: 4, ownerId: 'ana', accountName: 'shop@mastodon.test' },
  { id: 5, ownerId: 'ana', accountName: 'long@mastodon.test' },
  { id: 9, ownerId: 'eve', accountName: 'eve@mastodon.test' },
  { id: 10, ownerId: 'tom', accountName: 'tom' },
] as const;
const platform = 'mastodon' as const;
const MASTODON_LIMITS: PlatformLimits = {
  platform,
  text: { max: 500, count: { by: 'mastodon', urlLength: 23 }, requiresMedia: false },
  media: {
    images: 4,
    videos: 1,
    mixed: false,
    imageBytes: 16_777_216,
    videoBytes: 103_809_024,
    imageTypes: ['image/jpeg', 'image/png', 'image/webp'],
    videoTypes: ['video/mp4'],
    altTextMax: 1500,
  },
  confirmed: '2030-01-01',
  promotionalTextAllowed: true,
};

const limitsOf = (id: number): PlatformLimits =>
  id === 5 ? { ...MASTODON_LIMITS, text: { ...MASTODON_LIMITS.text, max: LONGEST_TEXT } } : MASTODON_LIMITS;

/** Ana's accounts also belong to each user whose id begins with `user`. Most specs act as such a user. */
const ownedBy = (userId: string) =>
  ACCOUNTS.filter(({ ownerId }) => ownerId === userId || (userId.startsWith('user') && ownerId === 'ana'));

/** The users who have disconnected all of their accounts. */
@Injectable()
export class Disconnected {
  readonly ids = new Set<string>();
}

@Injectable()
class FakeAccounts implements Pick<ConnectedAccounts, 'accountsOf' | 'idsOf' | 'named'> {
  constructor(private readonly disconnected: Disconnected) {}

  idsOf(userId: string) {
    return Promise.resolve(ownedBy(userId).map(({ id }) => id));
  }

  accountsOf(userId: string) {
    if (this.disconnected.ids.has(userId)) return Promise.resolve([]);
    const own = ownedBy(userId);
    return Promise.resolve(
      own.map(({ id, accountName }) => ({
        id,
        platform: id === 10 ? ('twitter' as const) : platform,
        accountName,
        displayName: null,
        isActive: true,
        status: 'active' as const,
        connectedAt: '2030-01-01T00:00:00.000Z',
        server: null,
        limits: limitsOf(id),
        deletesPosts: true,
        connectPath: null,
        commentsPath: null,
      })),
    );
  }

  named(ids: readonly number[]) {
    const named = ACCOUNTS.filter(({ id }) => ids.includes(id));
    return Promise.resolve(named.map((account) => ({ ...account, platform, connected: true }) as const));
  }
}

class FakeRules implements Pick<PublishRules, 'precheck' | 'limitsOf' | 'budgetsOf' | 'repetitionOf'> {
  precheck({ text, media }: Pick<OutgoingPublication, 'text' | 'media'>, limits = MASTODON_LIMITS) {
    const { over } = textFit(text, limits, media);
    const tooMany = media.length > MASTODON_LIMITS.media.images;
    return Promise.resolve([
      ...(over ? [{ code: 'too-long', message: 'Mastodon: the text is too long.' }] : []),
      ...(tooMany ? [{ code: 'too-many', message: 'Mastodon: too many images.' }] : []),
    ]);
  }

  limitsOf() {
    return Promise.resolve(MASTODON_LIMITS);
  }

  /** A budget of three posts a day on each account. */
  budgetsOf(): ReturnType<PublishRules['budgetsOf']> {
    return Promise.resolve([{ name: 'posts', scope: 'account', capacity: 3, perSeconds: 86_400 }]);
  }

  repetitionOf() {
    const rule = 'after-negative-look-up' as const;
    const listsPosts = true;
    return Promise.resolve({
      rule,
      callBytes: 0,
      visibleAfterMs: 30_000,
      isLateCallHarmless: false,
      listsPosts,
      actions: [],
    });
  }
}

class FakeConnections extends AccountConnections {
  override connectionOf() {
    return Promise.resolve('active' as const);
  }
}

/** The users with Premium. */
@Injectable()
export class PremiumUsers {
  readonly ids = new Set<string>();
}

@Injectable()
class FakePlans extends PlanOf {
  constructor(private readonly premiumUsers: PremiumUsers) {
    super();
  }

  override entitlementsOf(userId: string): Promise<Entitlements> {
    return Promise.resolve(this.premiumUsers.ids.has(userId) ? ENTITLEMENTS.premium : ENTITLEMENTS.free);
  }

  override shown(userId: string): Promise<Entitlements> {
    return this.entitlementsOf(userId);
  }
}

class FakeTimezones extends Timezones {
  override zoneOf() {
    return Promise.resolve('Europe/Paris');
  }
}

/** The default hashtags by user id. */
@Injectable()
export class Hashtags {
  readonly of = new Map<string, string>();
}

@Injectable()
class FakeHashtags extends DefaultHashtags {
  constructor(private readonly hashtags: Hashtags) {
    super();
  }

  override hashtagsOf(userId: string): Promise<string> {
    return Promise.resolve(this.hashtags.of.get(userId) ?? '');
  }
}

/** Replaces Integrations, Billing, Identity and the inbox, and calls no platform. */
@Global()
@Module({
  imports: [InboxForHistory, TokensForHistory],
  providers: [
    PremiumUsers,
    Hashtags,
    Disconnected,
    { provide: AccountConnections, useClass: FakeConnections },
    { provide: ConnectedAccounts, useClass: FakeAccounts },
    { provide: PublishRules, useClass: FakeRules },
    { provide: PlanOf, useClass: FakePlans },
    { provide: DefaultHashtags, useClass: FakeHashtags },
    { provide: Timezones, useClass: FakeTimezones },
  ],
  exports: [
    ...[AccountConnections, ConnectedAccounts, PublishRules],
    ...[PlanOf, DefaultHashtags, Timezones],
  ],
})
export class FakeNeighbours {}
