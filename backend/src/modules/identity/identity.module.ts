import { signInProviders } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { ErasedPeople } from '#infrastructure/personal-data/erasure/erased-people.ts';
import { ErasureSteps } from '#infrastructure/personal-data/erasure/erasure-steps.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import { PageFacts } from '#infrastructure/http/pages/page-facts.ts';
import { TokenReader } from '#infrastructure/http/session/token-reader.ts';
import { SessionReader } from '#infrastructure/http/session/session-reader.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { SealedTables } from '#infrastructure/vault/sealed-tables.ts';
import { AccountExportController } from './features/export-account/account-export.controller.ts';
import { AddressBook } from './stores/address-book/address-book.ts';
import { ApiTokensController } from './features/manage-api-tokens/api-tokens.controller.ts';
import { tokenNames } from './read-models/api-tokens/token-names.projection.ts';
import { AppState } from './pages/app-state.ts';
import { AppStateController } from './features/show-app-state/app-state.controller.ts';
import { apiTokenStream } from './domain/api-token/api-token.ts';
import { erasureStream } from './domain/erasure/erasure.ts';
import { userStream } from './domain/user/user.ts';
import { AccountLinks } from './stores/account-links/account-links.ts';
import { ReclaimAccountHandler } from './features/change-email/reclaim-account.command.ts';
import { RequestEmailChange } from './effects/email-changes/request-email-change.ts';
import { VerifyEmailHandler } from './features/change-email/verify-email.command.ts';
import { ChooseTimezoneHandler } from './features/choose-timezone/choose-timezone.command.ts';
import { EditProfileHandler } from './features/edit-profile/edit-profile.command.ts';
import { Handles } from './stores/handles/handles.ts';
import { EndAllSignInsHandler } from './features/end-sign-ins/end-sign-ins.command.ts';
import { destroyKey } from './effects/erase-subject/destroy-key.process.ts';
import { AccountController } from './features/erase-account/account.controller.ts';
import { beginErasures } from './effects/erasures/begin-erasures.process.ts';
import { EraseAccountHandler } from './features/erase-account/erase-account.command.ts';
import { ErasureLoop, ErasureRun } from './effects/erasures/erasure-loop.ts';
import { ERASURE_ROWS, ErasureRows } from './stores/erasures/erasure-rows.ts';
import { IdentitySteps } from './effects/erasures/identity-steps.ts';
import { EraseSubjectHandler } from './effects/erase-subject/erase-subject.command.ts';
import { IdentityRecords } from './effects/erase-subject/identity-records.ts';
import { settleHandles } from './effects/handles/settle-handles.process.ts';
import { AccountDownload } from './features/export-account/account-download.ts';
import { ExportedNotices } from './features/export-account/exported-notices.ts';
import { ExportLinks } from './stores/account-exports/export-links.ts';
import { IdentityPart } from './features/export-account/identity-part.ts';
import { RequestExportHandler } from './features/export-account/request-export.command.ts';
import { linkedSignIns } from './read-models/linked-sign-ins/linked-sign-ins.projection.ts';
import { OwnSignIns } from './features/provider-sign-in/own-sign-ins.ts';
import { ProfileDirectory } from './stores/address-book/profile-directory.ts';
import { Preferences } from './read-models/users/preferences.ts';
import { SignInByProviderHandler } from './features/provider-sign-in/sign-in-by-provider.command.ts';
import { OpenIdProviders } from './gateways/open-id/open-id-providers.ts';
import { ProviderFlows } from './gateways/open-id/provider-flows.ts';
import { ProviderProof } from './features/provider-sign-in/provider-proof.ts';
import { GoogleStrategy, LinkedInStrategy } from './features/provider-sign-in/provider.strategies.ts';
import { UserRegistration } from './stores/address-book/user-registration.ts';
import { MagicLinkStrategy } from './features/redeem-link/magic-link.strategy.ts';
import { RedeemLinkHandler } from './features/redeem-link/redeem-link.command.ts';
import { RequestLinkHandler } from './features/request-link/request-link.command.ts';
import { SignInLinks } from './stores/sign-in-links/sign-in-links.ts';
import { People } from './read-models/users/people.ts';
import { Profiles } from './read-models/users/profiles.ts';
import { ShowUserHandler } from './features/show-user/show-user.query.ts';
import { ShowPublicUserHandler } from './features/show-user/show-public-user.query.ts';
import { userList } from './read-models/users/user-list.projection.ts';
import { settingsList } from './read-models/settings/settings-list.projection.ts';
import { OwnSettings } from './features/user-settings/own-settings.ts';
import { EmailChangeController } from './features/change-email/email-change.controller.ts';
import { ExternalMeController } from './features/show-user/external-me.controller.ts';
import { IdentityBook } from './stores/address-book/identity-book.ts';
import { LinkedSignInsController } from './features/provider-sign-in/linked-sign-ins.controller.ts';
import { Terminal } from './pages/mails/terminal.ts';
import { NoticesController } from './notices/notices.controller.ts';
import { TellOwners } from './notices/tell-owners.process.ts';
import { IdentityPageFacts } from './pages/identity-page-facts.ts';
import { IDENTITY_SECRETS, PersonalDigests } from './stores/personal-secrets/personal-digests.ts';
import { ApiTokenNames } from './ports/api-token-names.ts';
import { UserDirectory } from './ports/user-directory.ts';
import { UserPreferences } from './ports/user-preferences.ts';
import { providerSignInController } from './features/provider-sign-in/provider-sign-in.controller.ts';
import { PublicUsersController } from './features/show-user/public-users.controller.ts';
import { CookieSessionReader } from './stores/sessions/cookie-session-reader.ts';
import { KnownBrowsers } from './stores/sessions/known-browsers.ts';
import { Sessions } from './stores/sessions/sessions.ts';
import { SessionsController } from './features/end-sign-ins/sessions.controller.ts';
import { SignInController } from './features/redeem-link/sign-in.controller.ts';
import { SignOutController } from './features/end-sign-ins/sign-out.controller.ts';
import { TimezoneController } from './features/choose-timezone/timezone.controller.ts';
import { UnsubscribeController } from './notices/unsubscribe/unsubscribe.controller.ts';
import { UserSettingsController } from './features/user-settings/user-settings.controller.ts';
import { UsersController } from './features/show-user/users.controller.ts';
import { apiTokensProviders, noticesProviders } from './identity.providers.ts';

/** Global because the edge asks it who sends a request, and what its pages are to say, and other modules ask it about people. */
@Global()
@Module({
  imports: [PassportModule, OutgoingModule],
  controllers: [
    AccountController,
    AppStateController,
    SignInController,
    SignOutController,
    SessionsController,
    UsersController,
    PublicUsersController,
    EmailChangeController,
    AccountExportController,
    TimezoneController,
    LinkedSignInsController,
    UserSettingsController,
    NoticesController,
    UnsubscribeController,
    ApiTokensController,
    ExternalMeController,
    ...signInProviders.map(providerSignInController),
  ],
  providers: [
    { provide: SessionReader, useClass: CookieSessionReader },
    { provide: PageFacts, useClass: IdentityPageFacts },
    AppState,
    AccountDownload,
    AccountLinks,
    AddressBook,
    SignInByProviderHandler,
    UserRegistration,
    ChooseTimezoneHandler,
    OwnSettings,
    ...[ProfileDirectory, { provide: UserDirectory, useExisting: ProfileDirectory }],
    ...[Preferences, { provide: UserPreferences, useExisting: Preferences }],
    ...noticesProviders,
    ...apiTokensProviders,
    EditProfileHandler,
    EraseSubjectHandler,
    EraseAccountHandler,
    ErasureLoop,
    ErasureRun,
    ErasureRows,
    IdentitySteps,
    EndAllSignInsHandler,
    ExportLinks,
    ExportedNotices,
    GoogleStrategy,
    Handles,
    IdentityBook,
    IdentityPart,
    IdentityRecords,
    KnownBrowsers,
    LinkedInStrategy,
    OwnSignIns,
    MagicLinkStrategy,
    OpenIdProviders,
    People,
    PersonalDigests,
    Profiles,
    ProviderFlows,
    ProviderProof,
    ReclaimAccountHandler,
    RedeemLinkHandler,
    RequestEmailChange,
    RequestExportHandler,
    RequestLinkHandler,
    Sessions,
    ShowPublicUserHandler,
    ShowUserHandler,
    SignInLinks,
    Terminal,
    VerifyEmailHandler,
  ],
  exports: [PageFacts, SessionReader, TokenReader, UserDirectory, UserPreferences, ApiTokenNames],
})
export class IdentityModule {
  constructor(
    catalog: EventCatalog,
    projections: ProjectionRegistry,
    processes: ProcessRegistry,
    sealed: SealedTables,
    people: ErasedPeople,
    handles: Handles,
    exports: ExportRegistry,
    part: IdentityPart,
    owners: TellOwners,
    erasures: ErasureRegistry,
    records: IdentityRecords,
    steps: ErasureSteps,
    own: IdentitySteps,
    reader: EventReader,
    rows: ErasureRows,
  ) {
    sealed.add(IDENTITY_SECRETS, ERASURE_ROWS);
    catalog.add(userStream);
    catalog.add(erasureStream);
    catalog.add(apiTokenStream);
    for (const projection of [userList, linkedSignIns, settingsList, tokenNames]) projections.add(projection);
    exports.add(part);
    processes.add(owners.process);
    processes.add(destroyKey(people));
    processes.add(settleHandles(handles));
    erasures.add(records);
    for (const step of own.all()) steps.add(step);
    processes.add(beginErasures(reader, rows));
  }
}
