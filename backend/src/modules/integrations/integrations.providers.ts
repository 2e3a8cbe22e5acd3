import { NoticedAccounts } from '#modules/identity/ports/noticed-accounts.ts';
import { PublicAccounts } from '#modules/identity/ports/public-accounts.ts';
import { ConnectorNames } from './gateways/connectors/connector-names.ts';
import { CommentRules } from './ports/comment-rules.ts';
import { CommentsOfAccounts } from './ports/comments-of-accounts.ts';
import { ModerationOnPlatforms } from './ports/moderation-on-platforms.ts';
import { PlatformNames } from './ports/platform-names.ts';
import { RepliesOnPlatforms } from './ports/replies-on-platforms.ts';
import { CommentAccounts } from './gateways/connectors/comments/comment-accounts.ts';
import { ConnectorCommentRules } from './gateways/connectors/comments/connector-comment-rules.ts';
import { ModerateComments } from './gateways/connectors/comments/moderate-comments.ts';
import { ReadComments } from './gateways/connectors/comments/read-comments.ts';
import { SendReplies } from './gateways/connectors/comments/send-replies.ts';
import { MetricsOfPosts } from './ports/metrics-of-posts.ts';
import { ReadMetrics } from './gateways/connectors/metrics/read-metrics.ts';
import { RecentLooks } from './gateways/connectors/metrics/recent-looks.ts';
import { AccountSubscribing } from './effects/subscribe-accounts/account-subscribing.ts';
import { SubscribeAccounts } from './effects/subscribe-accounts/subscribe-accounts.process.ts';
import { SubscriptionEnd } from './effects/subscribe-accounts/subscription-end.ts';
import { AccountSubscriptionLoop } from './effects/subscribe-accounts/subscription-loop.ts';
import { SubscriptionRows } from './stores/subscriptions/subscription-rows.ts';
import { PlatformWebhooks } from './ports/platform-webhooks.ts';
import { WebhookSubscriptions } from './ports/webhook-subscriptions.ts';
import { SignedDeliveries } from './gateways/connectors/webhooks/signed-deliveries.ts';
import { WebhookDoors } from './gateways/connectors/webhooks/webhook-doors.ts';
import { AccountConditions } from './ports/account-conditions.ts';
import { AccountConditionsNow } from './gateways/connectors/publish/account-conditions-now.ts';
import { AccountsForIdentity } from './read-models/accounts/accounts-for-identity.ts';
import { ConnectedAccounts } from './ports/connected-accounts.ts';
import { ConnectorPublishRules } from './gateways/connectors/publish/connector-publish-rules.ts';
import { ConnectorPublishing } from './gateways/connectors/publish/connector-publishing.ts';
import { ConnectorRemotePosts } from './gateways/connectors/publish/connector-remote-posts.ts';
import { ListedAccounts } from './read-models/accounts/listed-accounts.ts';
import { PublishRules } from './ports/publish-rules.ts';
import { Publishing } from './ports/publishing.ts';
import { RemotePosts } from './ports/remote-posts.ts';

const FILLED_PORTS = [
  { provide: AccountConditions, useExisting: AccountConditionsNow },
  { provide: ConnectedAccounts, useExisting: ListedAccounts },
  { provide: NoticedAccounts, useExisting: AccountsForIdentity },
  { provide: PublicAccounts, useExisting: AccountsForIdentity },
  { provide: Publishing, useExisting: ConnectorPublishing },
  { provide: PublishRules, useExisting: ConnectorPublishRules },
  { provide: RemotePosts, useExisting: ConnectorRemotePosts },
];

export const accountProviders = [
  ...[AccountConditionsNow, AccountsForIdentity, ConnectorPublishing, ConnectorRemotePosts],
  ...[ConnectorPublishRules, ListedAccounts],
  ...FILLED_PORTS,
];

export const accountPorts = FILLED_PORTS.map(({ provide }) => provide);

export const commentProviders = [
  CommentAccounts,
  { provide: CommentRules, useClass: ConnectorCommentRules },
  { provide: CommentsOfAccounts, useClass: ReadComments },
  { provide: ModerationOnPlatforms, useClass: ModerateComments },
  { provide: PlatformNames, useClass: ConnectorNames },
  { provide: RepliesOnPlatforms, useClass: SendReplies },
];

export const commentPorts = [
  ...[CommentRules, CommentsOfAccounts, ModerationOnPlatforms],
  ...[PlatformNames, RepliesOnPlatforms],
];

export const metricsProviders = [RecentLooks, { provide: MetricsOfPosts, useClass: ReadMetrics }];

export const metricsPorts = [MetricsOfPosts];

export const webhookProviders = [
  WebhookDoors,
  { provide: PlatformWebhooks, useClass: SignedDeliveries },
  SubscriptionRows,
  { provide: WebhookSubscriptions, useExisting: SubscriptionRows },
  AccountSubscribing,
  AccountSubscriptionLoop,
  SubscribeAccounts,
  SubscriptionEnd,
];

export const webhookPorts = [PlatformWebhooks, WebhookSubscriptions];
