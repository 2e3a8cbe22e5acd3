import { entitlementsOf } from '@posthorn/contracts/billing/entitlements';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { AnalyticsCard } from '#features/analytics/components/analytics-card.tsx';
import { ANALYTICS_CARD } from '#features/analytics/messages/entry.en.ts';
import { ApiAccessCard } from '#features/external-api/components/api-access-card.tsx';
import { PLAN_TEXT } from '#features/billing/messages/plan.en.ts';
import { AccountCard } from '#features/identity/components/account-card.tsx';
import { AppearanceCard } from '#features/identity/components/appearance-card.tsx';
import { PersonalityCard } from '#features/identity/components/personality-card.tsx';
import { SetHandle } from '#features/identity/components/set-handle.tsx';
import { SignInCard } from '#features/identity/components/sign-in-card.tsx';
import { TimezoneCard } from '#features/identity/components/timezone-card.tsx';
import { SETTINGS_TEXT } from '#features/identity/messages/settings.en.ts';
import type { SignInSearch } from '#features/identity/model/sign-in-search.ts';
import { MODERATION_CARD } from '#features/inbox/messages/settings.en.ts';
import { ConnectedAccountsCard } from '#features/integrations/components/connected-accounts-card.tsx';
import { ACCOUNTS_TEXT } from '#features/integrations/messages/accounts.en.ts';
import { LinkPageCard } from '#features/link-tree/components/link-page-card.tsx';
import { LINK_PAGE_CARD } from '#features/link-tree/messages/card.en.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import type { ScreenSection } from '#ui/sections.tsx';
import { SETTINGS_SCREEN_TEXT } from './messages.en.ts';
import { moderationCard, notificationsCard, planCard, postDefaultsCard } from './load-settings.ts';

const CommentModerationCard = lazyPart(moderationCard);
const DeleteAccount = lazyPart(
  async () => (await import('#features/identity/components/delete-account.tsx')).DeleteAccount,
);
const NotificationsCard = lazyPart(notificationsCard);
const PlanCard = lazyPart(planCard);
const PostDefaultsCard = lazyPart(postDefaultsCard);
const YourDataCard = lazyPart(
  async () => (await import('#features/identity/components/your-data-card.tsx')).YourDataCard,
);

type Settings = Readonly<{
  user: UserView;
  /** May contain the reason why connecting a provider failed. */
  search: SignInSearch;
  /** The user returns from Stripe's page for the subscription. */
  isBack: boolean;
  onPlanSeen: () => void;
}>;

const { also, titles } = SETTINGS_SCREEN_TEXT;

/** Returns the sections in display order. A card with separate code or data may also need a line in `loadSettings`. */
export const settingsSections = ({
  user,
  search,
  isBack,
  onPlanSeen,
}: Settings): readonly ScreenSection[] => [
  {
    id: 'connected-accounts',
    title: ACCOUNTS_TEXT.title,
    also: also.accounts,
    content: <ConnectedAccountsCard max={entitlementsOf(user).connectedAccounts} />,
  },
  {
    id: 'account',
    title: SETTINGS_TEXT.account.heading,
    also: also.account,
    content: <AccountCard user={user} />,
  },
  {
    id: 'appearance',
    title: SETTINGS_TEXT.appearance.heading,
    also: also.appearance,
    content: <AppearanceCard />,
  },
  {
    id: 'link-page',
    title: LINK_PAGE_CARD.title,
    also: also.linkPage,
    content: <LinkPageCard user={user} setHandle={<SetHandle user={user} />} />,
  },
  {
    id: 'analytics',
    title: ANALYTICS_CARD.title,
    also: also.analytics,
    content: <AnalyticsCard />,
  },
  {
    id: 'personality',
    title: SETTINGS_TEXT.personality.heading,
    also: also.personality,
    content: <PersonalityCard user={user} />,
  },
  {
    id: 'post-defaults',
    title: titles.postDefaults,
    also: also.postDefaults,
    isLate: true,
    content: <PostDefaultsCard user={user} title={titles.postDefaults} />,
  },
  {
    id: 'comment-moderation',
    title: MODERATION_CARD.title,
    also: also.moderation,
    isLate: true,
    content: <CommentModerationCard user={user} />,
  },
  {
    id: 'notifications',
    title: titles.notifications,
    also: also.notifications,
    isLate: true,
    content: <NotificationsCard user={user} title={titles.notifications} />,
  },
  {
    id: 'timezone',
    title: SETTINGS_TEXT.zone.heading,
    also: also.timezone,
    content: <TimezoneCard user={user} />,
  },
  {
    id: 'sign-in',
    title: SETTINGS_TEXT.linked.heading,
    also: also.signIn,
    content: <SignInCard search={search} />,
  },
  {
    id: 'plan',
    title: PLAN_TEXT.heading,
    also: also.plan,
    isLate: true,
    content: <PlanCard user={user} isBack={isBack} onSeen={onPlanSeen} />,
  },
  {
    id: 'api-access',
    title: titles.apiAccess,
    also: also.apiAccess,
    content: <ApiAccessCard user={user} title={titles.apiAccess} />,
  },
  {
    id: 'your-data',
    title: titles.yourData,
    also: also.yourData,
    isLate: true,
    content: <YourDataCard user={user} title={titles.yourData} />,
  },
  {
    id: 'delete-account',
    title: titles.deleteAccount,
    also: also.deleteAccount,
    isLate: true,
    content: <DeleteAccount user={user} title={titles.deleteAccount} />,
  },
];
