import { Global, Module } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { ErasureSteps } from '#infrastructure/personal-data/erasure/erasure-steps.ts';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { MediaModule } from '#infrastructure/media/media.module.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { SealedTables } from '#infrastructure/vault/sealed-tables.ts';
import { appNames } from '#infrastructure/config/app-names.ts';
import { AccountsController } from './features/list-accounts/accounts.controller.ts';
import { authorizeControllerFor } from './features/connect-account/authorize.controller.ts';
import { ChoicesController } from './features/connect-account/choices.controller.ts';
import { ConnectController } from './features/connect-account/connect.controller.ts';
import { accountStream } from './domain/account/account.ts';
import { renewalStream } from './domain/account/renewal.ts';
import { AuthorizeAccountHandler } from './features/connect-account/authorize-account.command.ts';
import { AuthorizeAtServerHandler } from './features/connect-account/authorize-at-server.command.ts';
import { ExtendAccountHandler } from './features/connect-account/extend-account.command.ts';
import { OwnChoices } from './features/connect-account/own-choices.ts';
import { ACCOUNT_CHOICES, WaitingChoices } from './stores/account-choices/waiting-choices.ts';
import { AccountIntake } from './features/connect-account/account-intake.ts';
import { AccountRoster } from './read-models/accounts/account-roster.ts';
import { ConnectAccountHandler } from './features/connect-account/connect-account.command.ts';
import { DiagnosePlatformsHandler } from './features/diagnose-platforms/diagnose-platforms.query.ts';
import { DisconnectAccountHandler } from './features/disconnect-account/disconnect-account.command.ts';
import { LeavePlatforms } from './effects/leave-platforms/leave-platforms.ts';
import { AccountCleanup } from './effects/leave-platforms/account-cleanup.ts';
import { Revocation } from './effects/leave-platforms/revocation.ts';
import { ExternalAccountsController } from './features/external-accounts/external-accounts.controller.ts';
import { forgetCredentials } from './effects/leave-platforms/forget-credentials.process.ts';
import { SubscribeAccounts } from './effects/subscribe-accounts/subscribe-accounts.process.ts';
import { IntegrationsPart } from './features/export-accounts/integrations-part.ts';
import { TemporaryMedia } from './stores/temporary-media/temporary-media.ts';
import { accountList } from './read-models/accounts/account-list.projection.ts';
import { ListPlatformsHandler } from './features/list-platforms/platforms.query.ts';
import { PublishFieldsOfHandler } from './features/list-platforms/publish-fields.query.ts';
import { UsableAccounts } from './gateways/connectors/publish/usable-accounts.ts';
import { SimulatedAccounts } from './read-models/accounts/simulated-accounts.ts';
import { FinalCalls } from './gateways/connectors/publish/final-calls.ts';
import { RemoteClaims } from './stores/remote-claims/remote-claims.ts';
import { ConnectPaths } from './stores/credentials/connect-paths.ts';
import { DeletionRights } from './stores/credentials/deletion-rights.ts';
import { KeepRemotePosts } from './effects/remote-posts/keep-remote-posts.process.ts';
import { LimitsReadings, ReadLimits } from './effects/read-limits/limits-readings.ts';
import { RenewTokens } from './effects/renew-tokens/renew-tokens.ts';
import { TokenRenewals } from './effects/renew-tokens/token-renewals.ts';
import { IntegrationsHousekeeping } from './effects/forget-expired.ts';
import { allConnections, allConnectors, allGrants, allServerConsents } from '#connectors/all-connectors.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { LinkCards } from '#connectors/kit/link-cards/link-cards.ts';
import { PlatformHttp } from '#connectors/kit/platform-http.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { ConnectorClock } from '#connectors/kit/connector-clock.ts';
import { Connectors } from '#connectors/connectors.ts';
import { ServerConsentController } from './features/connect-account/server-consent.controller.ts';
import { TemporaryMediaController } from './features/temporary-media/temporary-media.controller.ts';
import { LinkPreviews } from './features/preview-link/link-previews.ts';
import { LinkPreviewController } from './features/preview-link/link-preview.controller.ts';
import { PlatformsController } from './features/list-platforms/platforms.controller.ts';
import { CREDENTIALS, Credentials } from './stores/credentials/credentials.ts';
import { SERVER_APPS, ServerAppVault } from './stores/server-apps/server-apps.ts';
import { UPLOAD_ADDRESSES, UploadAddressVault } from './stores/upload-addresses/upload-addresses.ts';
import {
  accountPorts,
  accountProviders,
  commentPorts,
  commentProviders,
  metricsPorts,
  metricsProviders,
  webhookPorts,
  webhookProviders,
} from './integrations.providers.ts';

@Global()
@Module({
  imports: [OutgoingModule, MediaModule],
  controllers: [
    // Before those with `:id`, which would take `choices` for one.
    ChoicesController,
    AccountsController,
    ConnectController,
    ServerConsentController,
    TemporaryMediaController,
    PlatformsController,
    ExternalAccountsController,
    LinkPreviewController,
    ...appNames.map(authorizeControllerFor),
  ],
  providers: [
    { provide: Breaker, useFactory: () => new Breaker() },
    PlatformHttp,
    { provide: LinkCards, inject: [SafeHttp], useFactory: (http: SafeHttp) => new LinkCards(http) },
    LinkPreviews,
    {
      provide: Connectors,
      inject: [PlatformHttp, Clock, DatabaseClock, Configuration, TemporaryMedia, ServerAppVault, LinkCards],
      useFactory: (
        http: PlatformHttp,
        machine: Clock,
        database: DatabaseClock,
        configuration: Configuration,
        media: TemporaryMedia,
        apps: ServerAppVault,
        cards: LinkCards,
      ) => {
        const clock = new ConnectorClock(database, machine);
        const context = { http, clock, configuration, media, cards };
        return new Connectors(
          allConnectors(context),
          allConnections(context),
          allServerConsents(context, apps),
          allGrants(context),
        );
      },
    },
    {
      provide: Credentials,
      inject: [Pool, KeyRing, DatabaseClock],
      useFactory: (pool: Pool, ring: KeyRing, clock: DatabaseClock) => new Credentials(pool, ring, clock),
    },
    UploadAddressVault,
    ServerAppVault,
    TemporaryMedia,
    WaitingChoices,
    AccountIntake,
    AuthorizeAccountHandler,
    AuthorizeAtServerHandler,
    ExtendAccountHandler,
    OwnChoices,
    ListPlatformsHandler,
    PublishFieldsOfHandler,
    DiagnosePlatformsHandler,
    RenewTokens,
    TokenRenewals,
    IntegrationsHousekeeping,
    IntegrationsPart,
    AccountRoster,
    UsableAccounts,
    KeepRemotePosts,
    AccountCleanup,
    Revocation,
    ConnectAccountHandler,
    DisconnectAccountHandler,
    LeavePlatforms,
    FinalCalls,
    RemoteClaims,
    SimulatedAccounts,
    ...commentProviders,
    ...metricsProviders,
    ...webhookProviders,
    ConnectPaths,
    DeletionRights,
    ReadLimits,
    LimitsReadings,
    ...accountProviders,
  ],
  exports: [...accountPorts, ...commentPorts, ...metricsPorts, ...webhookPorts],
})
export class IntegrationsModule {
  constructor(
    catalog: EventCatalog,
    projections: ProjectionRegistry,
    processes: ProcessRegistry,
    sealed: SealedTables,
    cleanup: AccountCleanup,
    roster: AccountRoster,
    remotePosts: KeepRemotePosts,
    subscribe: SubscribeAccounts,
    exports: ExportRegistry,
    part: IntegrationsPart,
    erasures: ErasureRegistry,
    steps: ErasureSteps,
    leaving: LeavePlatforms,
    lent: TemporaryMedia,
  ) {
    sealed.add(CREDENTIALS, UPLOAD_ADDRESSES, ACCOUNT_CHOICES, SERVER_APPS);
    catalog.add(accountStream);
    catalog.add(renewalStream);
    projections.add(accountList);
    processes.add(forgetCredentials(cleanup, roster));
    processes.add(remotePosts.process);
    processes.add(subscribe.process);
    exports.add(part);
    steps.add(leaving.step);
    const ofAccount = { by: 'account_id', of: 'integrations.account_key' };
    erasures.add({
      module: 'integrations',
      tables: [
        { table: 'integrations.account_key', owner: 'owner_id' },
        { table: 'integrations.credential', owner: 'owner_id' },
        { table: 'integrations.upload_address', owner: ofAccount },
        { table: 'integrations.remote_post', owner: ofAccount },
        { table: 'integrations.lent_media', owner: ofAccount },
        { table: 'integrations.account_choice', owner: 'owner_id' },
        { table: 'integrations.webhook_subscription', owner: 'owner_id' },
      ],
      before: (userId) => lent.dropCopiesOf(userId),
    });
  }
}
