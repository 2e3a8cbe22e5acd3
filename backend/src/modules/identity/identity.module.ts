import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { signInProviders } from '@posthorn/contracts/identity/sign-in-providers.http';
import { ErasedPeople } from '#infrastructure/personal-data/erasure/erased-people.ts';
import { TokenReader } from '#infrastructure/http/session/token-reader.ts';
import { PageFacts } from '#infrastructure/http/pages/page-facts.ts';
import { SessionReader } from '#infrastructure/http/session/session-reader.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { injected } from '#infrastructure/manifest/injected.ts';
import { manifest } from '#infrastructure/manifest/manifest.ts';
import { bindPort } from '#infrastructure/manifest/module-manifest.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { AccountExportController } from './features/export-account/account-export.controller.ts';
import { AccountController } from './features/erase-account/account.controller.ts';
import { AddressBook } from './stores/address-book/address-book.ts';
import { ApiTokensController } from './features/manage-api-tokens/api-tokens.controller.ts';
import { ApiTokens } from './read-models/api-tokens/api-tokens.ts';
import { CreateApiTokenHandler } from './features/manage-api-tokens/create-api-token.command.ts';
import { TokenMails } from './effects/token-mails/token-mails.ts';
import { OwnTokens } from './features/manage-api-tokens/own-tokens.ts';
import { tokenNames } from './read-models/api-tokens/token-names.projection.ts';
import { TokenDirectory, TokenNames } from './read-models/api-tokens/token-names.ts';
import { TokenRevocations } from './effects/erasures/token-revocations.ts';
import { AppStateController } from './features/show-app-state/app-state.controller.ts';
import { AppState } from './pages/app-state.ts';
import { apiTokenStream } from './domain/api-token/api-token.ts';
import { erasureStream } from './domain/erasure/erasure.ts';
import { userStream } from './domain/user/user.ts';
import { EmailChangeController } from './features/change-email/email-change.controller.ts';
import { AccountLinks } from './stores/account-links/account-links.ts';
import { OpenOtherAccountHandler } from './features/change-email/open-other-account.command.ts';
import { OtherAccountStrategy } from './features/change-email/other-account.strategy.ts';
import { ReclaimAccountHandler } from './features/change-email/reclaim-account.command.ts';
import { OtherAccounts } from './effects/email-changes/other-accounts.ts';
import { RequestEmailChange } from './effects/email-changes/request-email-change.ts';
import { VerifyEmailHandler } from './features/change-email/verify-email.command.ts';
import { ChooseTimezoneHandler } from './features/choose-timezone/choose-timezone.command.ts';
import { IdentityHousekeeping } from './effects/forget-expired.ts';
import { FollowOlderUserLogHandler } from './features/follow-older-log/follow-older-user-log.command.ts';
import { EditProfileHandler } from './features/edit-profile/edit-profile.command.ts';
import { Handles } from './stores/handles/handles.ts';
import { settleAddresses } from './effects/email-changes/settle-addresses.process.ts';
import { settleIdentities } from './effects/provider-identities/settle-identities.process.ts';
import { settleHandles } from './effects/handles/settle-handles.process.ts';
import { EndAllSignInsHandler } from './features/end-sign-ins/end-sign-ins.command.ts';
import { beginErasures } from './effects/erasures/begin-erasures.process.ts';
import { EraseAccountHandler } from './features/erase-account/erase-account.command.ts';
import { ErasureLoop, ErasureRun } from './effects/erasures/erasure-loop.ts';
import { ERASURE_ROWS, ErasureRows } from './stores/erasures/erasure-rows.ts';
import { IdentityErasureSteps } from './effects/erasures/identity-erasure-steps.ts';
import { destroyKey } from './effects/erase-subject/destroy-key.process.ts';
import { EraseSubjectHandler } from './effects/erase-subject/erase-subject.command.ts';
import { IdentityRecords } from './effects/erase-subject/identity-records.ts';
import { AccountDownload } from './features/export-account/account-download.ts';
import { ExportLinks } from './stores/account-exports/export-links.ts';
import { IdentityPart } from './features/export-account/identity-part.ts';
import { RequestExportHandler } from './features/export-account/request-export.command.ts';
import { linkedSignIns } from './read-models/linked-sign-ins/linked-sign-ins.projection.ts';
import { OwnSignIns } from './features/provider-sign-in/own-sign-ins.ts';
import { OpenIdProviders } from './gateways/open-id/open-id-providers.ts';
import { ProviderFlows } from './gateways/open-id/provider-flows.ts';
import { ProviderCallback } from './features/provider-sign-in/provider-callback.ts';
import { GoogleStrategy, LinkedInStrategy } from './features/provider-sign-in/provider.strategies.ts';
import { SignInByProviderHandler } from './features/provider-sign-in/sign-in-by-provider.command.ts';
import { MagicLinkStrategy } from './features/redeem-link/magic-link.strategy.ts';
import { MailboxSignIn } from './features/redeem-link/mailbox-sign-in.ts';
import { MailedCodeStrategy } from './features/redeem-link/mailed-code.strategy.ts';
import { RedeemCodeHandler } from './features/redeem-link/redeem-code.command.ts';
import { RedeemLinkHandler } from './features/redeem-link/redeem-link.command.ts';
import { UserRegistration } from './stores/address-book/user-registration.ts';
import { RequestLinkHandler } from './features/request-link/request-link.command.ts';
import { SignInCodes } from './stores/sign-in-links/sign-in-codes.ts';
import { SignInLinks } from './stores/sign-in-links/sign-in-links.ts';
import { PublicPersons } from './read-models/users/public-persons.ts';
import {
  DefaultHashtagsNow,
  PersonalitiesOfProfiles,
  TimezonesOfProfiles,
} from './read-models/users/preferences.ts';
import { HeldUsernames } from './stores/address-book/held-usernames.ts';
import { ListedUsers } from './read-models/users/listed-users.ts';
import { MailAddressesOfProfiles } from './read-models/users/mail-addresses-of-profiles.ts';
import { Profiles } from './read-models/users/profiles.ts';
import { ShowUserHandler } from './features/show-user/show-user.query.ts';
import { userList } from './read-models/users/user-list.projection.ts';
import { TokensOfHolders } from './features/manage-api-tokens/tokens-of-holders.ts';
import { ChosenNotices } from './features/user-settings/chosen-notices.ts';
import { OwnSettings } from './features/user-settings/own-settings.ts';
import { settingsList } from './read-models/settings/settings-list.projection.ts';
import { IdentityBook } from './stores/address-book/identity-book.ts';
import { LinkedSignInsController } from './features/provider-sign-in/linked-sign-ins.controller.ts';
import { Terminal } from './pages/mails/terminal.ts';
import { IdentityPageFacts } from './pages/identity-page-facts.ts';
import { ApiTokenNames } from './ports/api-token-names.ts';
import { HeldTokens } from './ports/held-tokens.ts';
import { NoticeSettings } from './ports/notice-settings.ts';
import { PublicPerson } from './ports/public-person.ts';
import { DefaultHashtags } from './ports/default-hashtags.ts';
import { KnownUsers } from './ports/known-users.ts';
import { MailAddresses } from './ports/mail-addresses.ts';
import { Usernames } from './ports/usernames.ts';
import { Personalities } from './ports/personalities.ts';
import { Timezones } from './ports/timezones.ts';
import { providerSignInController } from './features/provider-sign-in/provider-sign-in.controller.ts';
import { SessionsController } from './features/end-sign-ins/sessions.controller.ts';
import { CookieSessionReader } from './stores/sessions/cookie-session-reader.ts';
import { KnownBrowsers } from './stores/sessions/known-browsers.ts';
import { Sessions } from './stores/sessions/sessions.ts';
import { SignInController } from './features/redeem-link/sign-in.controller.ts';
import { SignOutController } from './features/end-sign-ins/sign-out.controller.ts';
import { TimezoneController } from './features/choose-timezone/timezone.controller.ts';
import { UserSettingsController } from './features/user-settings/user-settings.controller.ts';
import { UsersController } from './features/show-user/users.controller.ts';

/** Global, because the HTTP edge needs this module to identify senders and to fill pages, and other modules need its ports about users. */
@Global()
@Module(
  manifest({
    name: 'identity',
    imports: [PassportModule, OutgoingModule],
    controllers: [
      ...[AccountController, AppStateController, SignInController, SignOutController, SessionsController],
      ...[UsersController, EmailChangeController, AccountExportController, ApiTokensController],
      ...[TimezoneController, LinkedSignInsController, UserSettingsController],
      ...signInProviders.map(providerSignInController),
    ],
    streams: [userStream, erasureStream, apiTokenStream],
    readModels: [userList, linkedSignIns, settingsList, tokenNames],
    processes: [
      injected([ErasedPeople], destroyKey),
      injected([Handles], settleHandles),
      injected([AddressBook], settleAddresses),
      injected([IdentityBook], settleIdentities),
      injected([EventReader, ErasureRows], beginErasures),
    ],
    effects: [TokenMails],
    leasedWork: [ErasureLoop],
    housekeeping: [IdentityHousekeeping],
    encryptedTables: [ERASURE_ROWS],
    erasure: {
      tables: [
        { table: 'identity.session', owner: 'user_id' },
        { table: 'identity.api_token', owner: 'owner_id' },
        { table: 'identity.account_link', owner: 'user_id' },
        { table: 'identity.account_export', owner: 'user_id' },
        { table: 'identity.email', owner: 'user_id' },
        { table: 'identity.provider_identity', owner: 'user_id' },
        { table: 'identity.username', owner: 'user_id' },
        { table: 'identity.handle', owner: 'user_id' },
      ],
      before: injected([IdentityRecords], (records) => (userId) => records.forgetNames(userId)),
    },
    erasureSteps: [injected([IdentityErasureSteps], (steps) => steps.all())],
    exportParts: [IdentityPart],
    offers: [
      bindPort(SessionReader, CookieSessionReader),
      bindPort(PageFacts, IdentityPageFacts),
      bindPort(TokenReader, ApiTokens),
      bindPort(DefaultHashtags, DefaultHashtagsNow),
      bindPort(KnownUsers, ListedUsers),
      bindPort(MailAddresses, MailAddressesOfProfiles),
      bindPort(Personalities, PersonalitiesOfProfiles),
      bindPort(Timezones, TimezonesOfProfiles),
      bindPort(Usernames, HeldUsernames),
      bindPort(ApiTokenNames, TokenDirectory),
      bindPort(HeldTokens, TokensOfHolders),
      bindPort(NoticeSettings, ChosenNotices),
      bindPort(PublicPerson, PublicPersons),
    ],
    providers: [
      { provide: MAILING, useValue: mailTimes(process.env) },
      // Classes that sign users in and out, and change their addresses.
      ...[RequestLinkHandler, RedeemLinkHandler, SignInLinks, MagicLinkStrategy, Terminal, Sessions],
      ...[SignInCodes, RedeemCodeHandler, MailedCodeStrategy, MailboxSignIn],
      ...[KnownBrowsers, UserRegistration, SignInByProviderHandler, OwnSignIns, EndAllSignInsHandler],
      ...[OpenIdProviders, ProviderFlows, ProviderCallback, GoogleStrategy, LinkedInStrategy],
      ...[AccountLinks, ReclaimAccountHandler, RequestEmailChange, VerifyEmailHandler],
      ...[OtherAccounts, OpenOtherAccountHandler, OtherAccountStrategy],
      // Classes that read and change users and their profiles.
      ...[AddressBook, IdentityBook, Profiles, Handles, AppState, OwnSettings],
      ...[ShowUserHandler, EditProfileHandler, ChooseTimezoneHandler, FollowOlderUserLogHandler],
      // Classes that create, list and revoke API tokens.
      ...[CreateApiTokenHandler, OwnTokens, TokenNames, TokenRevocations],
      // Classes that export and erase personal data.
      ...[RequestExportHandler, ExportLinks, AccountDownload],
      ...[
        EraseAccountHandler,
        EraseSubjectHandler,
        ErasureRun,
        ErasureRows,
        IdentityErasureSteps,
        IdentityRecords,
      ],
    ],
  }),
)
export class IdentityModule {}
