import { entitlementsOf } from '@posthorn/contracts/billing/entitlements';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect } from 'react';
import { LINKED_TEXT } from '@posthorn/contracts/identity/linked-text';
import { SIGN_IN_PROVIDER_NAMES } from '@posthorn/contracts/identity/sign-in-providers.http';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { sessionsQuery } from '#features/identity/api/sessions.ts';
import { AccountCard } from '#features/identity/components/account-card.tsx';
import { AppearanceCard } from '#features/identity/components/appearance-card.tsx';
import { PersonalityCard } from '#features/identity/components/personality-card.tsx';
import { SignInCard } from '#features/identity/components/sign-in-card.tsx';
import { TimezoneCard } from '#features/identity/components/timezone-card.tsx';
import { linkedBy } from '#features/identity/linked-by.ts';
import { signInSearch, type SignInSearch } from '#features/identity/sign-in-search.ts';
import { accountsQuery } from '#lib/accounts-query.ts';
import { ConnectedAccountsCard } from '#features/integrations/components/connected-accounts-card.tsx';
import { lazyPart } from '#lib/lazy-part.ts';
import { platformsQuery } from '#lib/platforms-query.ts';
import { Part } from '#ui/part.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { toast } from '#ui/toast-store.ts';
import { APP_TEXT } from '../../messages.en.ts';

const moderationCard = async () =>
  (await import('#features/inbox/components/comment-moderation-card.tsx')).CommentModerationCard;
const planCard = async () => (await import('#features/billing/components/plan-card.tsx')).PlanCard;
/** Below what a window shows at first. */
const CommentModerationCard = lazyPart(moderationCard);
const PlanCard = lazyPart(planCard);
const YourDataCard = lazyPart(
  async () => (await import('#features/identity/components/your-data-card.tsx')).YourDataCard,
);

/** `billing`: back from Stripe's page for the subscription. */
type SettingsSearch = SignInSearch & Readonly<{ billing?: 'back' }>;

export const Route = createFileRoute('/_signed-in/settings')({
  validateSearch: (search): SettingsSearch => ({
    ...signInSearch(search),
    ...(search['billing'] === 'back' && { billing: 'back' }),
  }),
  loaderDeps: ({ search }) => ({ isBack: search.billing === 'back' }),
  loader: ({ context: { queryClient }, deps: { isBack } }) =>
    Promise.all([
      queryClient.query({ ...accountsQuery, staleTime: 'static' }),
      queryClient.query(platformsQuery),
      queryClient.query({ ...sessionsQuery, staleTime: 'static' }),
      // A loader is part of every first load; what it needs for one card is not.
      import('#features/identity/api/linked-sign-ins.ts').then(({ loadLinkedSignIns }) =>
        loadLinkedSignIns(queryClient),
      ),
      // Cards that are there at once, and whole, let nothing below them jump. Their places say what is missing.
      Promise.all([planCard(), import('#features/billing/api/billing.ts')])
        .then(([, { loadPlan }]) => loadPlan(queryClient, { isBack }))
        .catch(() => null),
      Promise.all([moderationCard(), import('#features/inbox/api/settings.ts')])
        .then(([, { loadInboxSettings }]) => loadInboxSettings(queryClient))
        .catch(() => null),
    ]),
  component: SettingsScreen,
});

function SettingsScreen() {
  const search = Route.useSearch();
  const linked = linkedBy(search);
  const navigate = useNavigate();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  useEffect(() => {
    if (!linked) return;
    toast({
      title: LINKED_TEXT.linked(SIGN_IN_PROVIDER_NAMES[linked]),
      description: LINKED_TEXT.linkedHint,
    });
    void navigate({ to: '/settings', search: {}, replace: true });
  }, [linked, navigate]);
  const onPlanSeen = useCallback(() => {
    void navigate({ to: '/settings', search: {}, replace: true, resetScroll: false });
  }, [navigate]);
  return (
    <div className="space-y-5">
      <header>
        <ScreenHeading>{APP_TEXT.settings}</ScreenHeading>
        <p className="text-muted">{APP_TEXT.settingsHint}</p>
      </header>
      <ConnectedAccountsCard
        max={entitlementsOf({ isPremium: user?.isPremium ?? false }).connectedAccounts}
      />
      {user && <PersonalityCard user={user} />}
      <AppearanceCard />
      {user && <TimezoneCard user={user} />}
      {/* Of its own, so that no card above is ever the last one: its gap would come a frame late. */}
      <div className="space-y-5">
        <Suspense>
          {user && (
            <Part shared>
              <CommentModerationCard user={user} />
              <PlanCard user={user} isBack={search.billing === 'back'} onSeen={onPlanSeen} />
            </Part>
          )}
          <SignInCard search={search} />
          {user && <AccountCard user={user} />}
        </Suspense>
        {user && (
          <Part>
            <YourDataCard user={user} />
          </Part>
        )}
      </div>
    </div>
  );
}
