import type { QueryClient } from '@tanstack/react-query';
import { sessionsQuery } from '#features/identity/api/sessions.ts';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { platformsQuery } from '#features/integrations/api/platforms.ts';

export const moderationCard = async () =>
  (await import('#features/inbox/components/comment-moderation-card.tsx')).CommentModerationCard;
const preferences = () => import('#features/identity/components/preference-cards.ts');
export const postDefaultsCard = async () => (await preferences()).PostDefaultsCard;
export const notificationsCard = async () => (await preferences()).NotificationsCard;
export const planCard = async () => (await import('#features/billing/components/plan-card.tsx')).PlanCard;

/** Loads the data of the cards in Settings, so that the cards appear complete and nothing moves. Parts with `catch` belong to cards that
 * show their own error. The imports are dynamic, because other files hold these cards.
 */
export const loadSettings = (
  queryClient: QueryClient,
  { userId, isBack }: Readonly<{ userId: string; isBack: boolean }>,
) =>
  Promise.all([
    queryClient.query({ ...accountsQuery, staleTime: 'static' }),
    queryClient.query(platformsQuery),
    queryClient.query({ ...sessionsQuery, staleTime: 'static' }),
    import('#features/identity/api/linked-sign-ins.ts').then(({ loadLinkedSignIns }) =>
      loadLinkedSignIns(queryClient),
    ),
    import('#features/link-tree/api/link-page.ts')
      .then(({ loadLinkPage }) => loadLinkPage(queryClient))
      .catch(() => null),
    Promise.all([planCard(), import('#features/billing/api/billing.ts')])
      .then(([, { loadPlan }]) => loadPlan(queryClient, { isBack }))
      .catch(() => null),
    Promise.all([moderationCard(), import('#features/inbox/api/settings.ts')])
      .then(([, { loadInboxSettings }]) => loadInboxSettings(queryClient))
      .catch(() => null),
    preferences()
      .then(({ loadUserSettings }) => loadUserSettings(queryClient, userId))
      .catch(() => null),
  ]);
