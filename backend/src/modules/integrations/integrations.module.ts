import { Global, Module } from '@nestjs/common';
import { Pool } from 'pg';
import { appNames } from '#infrastructure/config/app-names.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { injected, factoryProvider } from '#infrastructure/manifest/injected.ts';
import { manifest } from '#infrastructure/manifest/manifest.ts';
import { bindPort } from '#infrastructure/manifest/module-manifest.ts';
import { MediaModule } from '#infrastructure/media/media.module.ts';
import { MediaUses } from '#infrastructure/media/store/media-uses.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { LinkCards } from '#connectors/kit/link-cards/link-cards.ts';
import { PlatformHttp } from '#connectors/kit/platform-http.ts';
import { AccountProblems } from './ports/account-problems.ts';
import { PublicAccounts } from './ports/public-accounts.ts';
import { AccountsController } from './features/list-accounts/accounts.controller.ts';
import { authorizeControllerFor } from './features/connect-account/authorize.controller.ts';
import { ChoicesController } from './features/connect-account/choices.controller.ts';
import { CommentAccounts } from './gateways/connectors/comments/comment-accounts.ts';
import { ConnectorCommentRules } from './gateways/connectors/comments/connector-comment-rules.ts';
import { ModerateComments } from './gateways/connectors/comments/moderate-comments.ts';
import { ReadComments } from './gateways/connectors/comments/read-comments.ts';
import { SendReplies } from './gateways/connectors/comments/send-replies.ts';
import { ConnectController } from './features/connect-account/connect.controller.ts';
import { accountStream } from './domain/account/account.ts';
import { renewalStream } from './domain/account/renewal.ts';
import { ExternalAccountsController } from './features/external-accounts/external-accounts.controller.ts';
import { AuthorizeAccountHandler } from './features/connect-account/authorize-account.command.ts';
import { AuthorizeAtServerHandler } from './features/connect-account/authorize-at-server.command.ts';
import { ExtendAccountHandler } from './features/connect-account/extend-account.command.ts';
import { OwnChoices } from './features/connect-account/own-choices.ts';
import { ACCOUNT_CHOICES, WaitingChoices } from './stores/account-choices/waiting-choices.ts';
import { AccountIntake } from './features/connect-account/account-intake.ts';
import { AccountRoster } from './read-models/accounts/account-roster.ts';
import { ConnectAccountHandler } from './features/connect-account/connect-account.command.ts';
import { ConnectPaths } from './stores/credentials/connect-paths.ts';
import { DeletionRights } from './stores/credentials/deletion-rights.ts';
import { DiagnosePlatformsHandler } from './features/diagnose-platforms/diagnose-platforms.query.ts';
import { AccountCleanup } from './effects/leave-platforms/account-cleanup.ts';
import { DisconnectAccountHandler } from './features/disconnect-account/disconnect-account.command.ts';
import { forgetCredentials } from './effects/leave-platforms/forget-credentials.process.ts';
import { LeavePlatforms } from './effects/leave-platforms/leave-platforms.ts';
import { Revocation } from './effects/leave-platforms/revocation.ts';
import { IntegrationsPart } from './features/export-accounts/integrations-part.ts';
import { accountList } from './read-models/accounts/account-list.projection.ts';
import { ShownAccounts } from './read-models/accounts/shown-accounts.ts';
import { ListedAccounts } from './read-models/accounts/listed-accounts.ts';
import { ListPlatformsHandler } from './features/list-platforms/platforms.query.ts';
import { PublishFieldsOfHandler } from './features/list-platforms/publish-fields.query.ts';
import { LinkPreviews } from './features/preview-link/link-previews.ts';
import { CurrentAccountConditions } from './gateways/connectors/publish/current-account-conditions.ts';
import { ConnectorPublishRules } from './gateways/connectors/publish/connector-publish-rules.ts';
import { ConnectorPublishing } from './gateways/connectors/publish/connector-publishing.ts';
import { ConnectorRemotePosts } from './gateways/connectors/publish/connector-remote-posts.ts';
import { FinalCalls } from './gateways/connectors/publish/final-calls.ts';
import { KeepRemotePosts } from './effects/remote-posts/keep-remote-posts.process.ts';
import { RemoteClaims } from './stores/remote-claims/remote-claims.ts';
import { AccountSession } from './gateways/connectors/publish/account-session.ts';
import { LimitsReadings, ReadLimits } from './effects/read-limits/limits-readings.ts';
import { RenewTokens } from './effects/renew-tokens/renew-tokens.ts';
import { TokenRenewals } from './effects/renew-tokens/token-renewals.ts';
import { SimulatedAccounts } from './read-models/accounts/simulated-accounts.ts';
import { AccountSubscribing } from './effects/subscribe-accounts/account-subscribing.ts';
import { SubscribeAccounts } from './effects/subscribe-accounts/subscribe-accounts.process.ts';
import { SubscriptionEnd } from './effects/subscribe-accounts/subscription-end.ts';
import { AccountSubscriptionLoop } from './effects/subscribe-accounts/subscription-loop.ts';
import { SubscriptionRows } from './stores/subscriptions/subscription-rows.ts';
import { AccountPictures } from './effects/account-pictures/account-pictures.ts';
import { KeepPictures } from './effects/account-pictures/keep-pictures.process.ts';
import { AccountPictureLoop } from './effects/account-pictures/picture-loop.ts';
import { PICTURE_FILES, PictureFiles } from './stores/account-pictures/picture-files.ts';
import { PictureFetches } from './stores/account-pictures/picture-fetches.ts';
import { TemporaryMedia } from './stores/temporary-media/temporary-media.ts';
import { OPENED_CONNECTORS } from './gateways/opened-connectors.ts';
import { IntegrationsHousekeeping } from './effects/forget-expired.ts';
import { LinkPreviewController } from './features/preview-link/link-preview.controller.ts';
import { ReadMetrics } from './gateways/connectors/metrics/read-metrics.ts';
import { RecentMetrics } from './gateways/connectors/metrics/recent-metrics.ts';
import { PlatformsController } from './features/list-platforms/platforms.controller.ts';
import { AccountConnections } from './ports/account-connections.ts';
import { AccountKeys } from './ports/account-keys.ts';
import { AccountReadiness } from './ports/account-readiness.ts';
import { ServerCooldowns } from './ports/server-cooldowns.ts';
import { CommentRules } from './ports/comment-rules.ts';
import { CommentsOfAccounts } from './ports/comments-of-accounts.ts';
import { ConnectedAccounts } from './ports/connected-accounts.ts';
import { MetricsOfPosts } from './ports/metrics-of-posts.ts';
import { ModerationOnPlatforms } from './ports/moderation-on-platforms.ts';
import { PlatformWebhooks } from './ports/platform-webhooks.ts';
import { PublishRules } from './ports/publish-rules.ts';
import { Publishing } from './ports/publishing.ts';
import { RemotePosts } from './ports/remote-posts.ts';
import { RepliesOnPlatforms } from './ports/replies-on-platforms.ts';
import { WebhookSubscriptions } from './ports/webhook-subscriptions.ts';
import { ServerConsentController } from './features/connect-account/server-consent.controller.ts';
import { TemporaryMediaController } from './features/temporary-media/temporary-media.controller.ts';
import { CREDENTIALS, Credentials } from './stores/credentials/credentials.ts';
import { SERVER_APPS, ServerAppVault } from './stores/server-apps/server-apps.ts';
import { UPLOAD_ADDRESSES, UploadAddressVault } from './stores/upload-addresses/upload-addresses.ts';
import { SignedDeliveries } from './gateways/connectors/webhooks/signed-deliveries.ts';
import { WebhookVerifiers } from './gateways/connectors/webhooks/webhook-verifiers.ts';

const OF_ACCOUNT = { by: 'account_id', of: 'integrations.account_key' };

@Global()
@Module(
  manifest({
    name: 'integrations',
    imports: [OutgoingModule, MediaModule],
    controllers: [
      // This controller must come before those with `:id`, which would treat `choices` as an id.
      ChoicesController,
      ...[AccountsController, ConnectController, ServerConsentController, TemporaryMediaController],
      ...[PlatformsController, ExternalAccountsController, LinkPreviewController],
      ...appNames.map(authorizeControllerFor),
    ],
    streams: [accountStream, renewalStream],
    readModels: [accountList],
    processes: [
      injected([AccountCleanup, AccountRoster], forgetCredentials),
      ...[KeepRemotePosts, KeepPictures, SubscribeAccounts],
    ],
    leasedWork: [TokenRenewals, AccountSubscriptionLoop, LimitsReadings, AccountPictureLoop],
    housekeeping: [IntegrationsHousekeeping],
    encryptedTables: [CREDENTIALS, UPLOAD_ADDRESSES, ACCOUNT_CHOICES, SERVER_APPS],
    erasure: {
      tables: [
        { table: 'integrations.account_key', owner: 'owner_id' },
        { table: 'integrations.credential', owner: 'owner_id' },
        { table: 'integrations.upload_address', owner: OF_ACCOUNT },
        { table: 'integrations.remote_post', owner: OF_ACCOUNT },
        { table: 'integrations.lent_media', owner: OF_ACCOUNT },
        { table: 'integrations.account_choice', owner: 'owner_id' },
        { table: 'integrations.webhook_subscription', owner: 'owner_id' },
        { table: 'integrations.picture_fetch', owner: 'owner_id' },
        { table: 'integrations.picture_file', owner: 'owner_id' },
      ],
      before: injected([TemporaryMedia], (media) => (userId) => media.dropCopiesOf(userId)),
    },
    erasureSteps: [LeavePlatforms],
    exportParts: [IntegrationsPart],
    registers: [
      injected([MediaUses], (uses) => {
        uses.add(PICTURE_FILES);
      }),
    ],
    offers: [
      bindPort(AccountConnections, CurrentAccountConditions),
      bindPort(AccountKeys, ListedAccounts),
      bindPort(AccountReadiness, CurrentAccountConditions),
      bindPort(CommentRules, ConnectorCommentRules),
      bindPort(CommentsOfAccounts, ReadComments),
      bindPort(ConnectedAccounts, ListedAccounts),
      bindPort(MetricsOfPosts, ReadMetrics),
      bindPort(ModerationOnPlatforms, ModerateComments),
      bindPort(PlatformWebhooks, SignedDeliveries),
      bindPort(PublicAccounts, ShownAccounts),
      bindPort(Publishing, ConnectorPublishing),
      bindPort(PublishRules, ConnectorPublishRules),
      bindPort(RemotePosts, ConnectorRemotePosts),
      bindPort(RepliesOnPlatforms, SendReplies),
      bindPort(ServerCooldowns, CurrentAccountConditions),
      bindPort(AccountProblems, ShownAccounts),
      bindPort(WebhookSubscriptions, SubscriptionRows),
    ],
    providers: [
      ...[OPENED_CONNECTORS, PlatformHttp],
      { provide: Breaker, useFactory: () => new Breaker() },
      factoryProvider(LinkCards, [SafeHttp], (http) => new LinkCards(http)),
      factoryProvider(
        Credentials,
        [Pool, KeyRing, DatabaseClock],
        (pool, ring, clock) => new Credentials(pool, ring, clock),
      ),
      ...[UploadAddressVault, ServerAppVault, TemporaryMedia, WaitingChoices, SimulatedAccounts],
      ...[AccountIntake, AccountRoster, AccountCleanup, Revocation, AccountSession, CommentAccounts],
      ...[AuthorizeAccountHandler, AuthorizeAtServerHandler, ExtendAccountHandler, OwnChoices, ConnectPaths],
      ...[ConnectAccountHandler, DisconnectAccountHandler, RenewTokens, DeletionRights],
      ...[ListPlatformsHandler, PublishFieldsOfHandler, DiagnosePlatformsHandler, LinkPreviews],
      ...[FinalCalls, RemoteClaims, RecentMetrics, ReadLimits],
      ...[WebhookVerifiers, AccountSubscribing, SubscriptionEnd],
      ...[PictureFetches, PictureFiles, AccountPictures],
    ],
  }),
)
export class IntegrationsModule {}
