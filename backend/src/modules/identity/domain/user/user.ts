import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import type { UserSettings } from '@posthorn/contracts/identity/user-settings.http';
import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain } from '@posthorn/event-sourcing/event-shape';
import { LastSignInMethod, OtherIdentityLinked, UserNotFound } from '../identity.errors.ts';
import {
  changeSettings,
  INITIAL_SETTINGS,
  settingsAfter,
  withoutMail,
  type NoticesChosen,
  type PostDefaultsChanged,
} from '../user-settings/user-settings.ts';

/** `email`: null if no provider or link has verified an address. */
export type Registration = { userId: string; email: string | null; username: string; registeredAt: string };
/** `subject`: the id of the user at the provider `issuer`, which never changes. Only both together identify a person. */
type ForeignIdentity = { provider: string; issuer: string; subject: string };
/** `detected`: by the browser. `chosen`: by the user, in the settings. */
type ZoneSource = 'detected' | 'chosen';

export type UserRegistered = Event<'UserRegistered', 2, Registration>;
export type UserRenamed = Event<'UserRenamed', 1, { userId: string; firstName: string; lastName: string }>;
export type HandleChanged = Event<'HandleChanged', 1, { userId: string; handle: string }>;
export type PersonalityChanged = Event<'PersonalityChanged', 1, { userId: string; personality: string }>;
export type TimezoneChanged = Event<
  'TimezoneChanged',
  1,
  { userId: string; timezone: string; source: ZoneSource }
>;
/** `email`: the new address, which is not yet verified. */
export type EmailChangeRequested = Event<
  'EmailChangeRequested',
  1,
  { userId: string; email: string; requestedAt: string }
>;
/** `email`: in canonical form, verified by the mailed link. Null: the earlier owner of the address took it back, and the account has no other address. */
export type EmailChanged = Event<
  'EmailChanged',
  1,
  { userId: string; email: string | null; changedAt: string }
>;
export type IdentityLinked = Event<
  'IdentityLinked',
  1,
  ForeignIdentity & { userId: string; linkedAt: string }
>;
export type IdentityUnlinked = Event<'IdentityUnlinked', 1, { userId: string; provider: string }>;
/** The owner of a former address reported that a thief had changed the address. The product records this after it has ended all sessions and tokens of the thief. */
export type AccountReclaimed = Event<'AccountReclaimed', 1, { userId: string; reclaimedAt: string }>;
export type UserEvent =
  | UserRegistered
  | UserRenamed
  | HandleChanged
  | PersonalityChanged
  | TimezoneChanged
  | EmailChangeRequested
  | EmailChanged
  | IdentityLinked
  | IdentityUnlinked
  | AccountReclaimed
  | PostDefaultsChanged
  | NoticesChosen;

export type Profile = Readonly<
  Registration & {
    firstName: string | null;
    lastName: string | null;
    handle: string | null;
    personality: string | null;
    timezone: string;
  }
>;
type Account = Profile &
  Readonly<{
    identities: readonly Readonly<ForeignIdentity>[];
    settings: UserSettings;
    /** Whether the user chose the zone in the settings. False: the browser reported it, or it is the default. */
    isZoneChosen: boolean;
    /** When the owner last took the account back; null: never. A change that began before this time must not be stored after it. */
    reclaimedAt: string | null;
  }>;
/** Null before the first sign-in. */
export type User = Account | null;

const DEFAULT_ZONE = 'UTC';
const ofUser = personal(({ userId }: { userId: string }) => userId);

export const userStream: Stream<User, UserEvent> = {
  category: 'user',
  initial: null,
  evolve: (user, event) => {
    if (event.type === 'UserRegistered') return newAccount(event.data);
    return user && changed(user, event);
  },
  shapes: {
    UserRegistered: {
      schema: 2,
      fields: { userId: plain, email: ofUser, username: ofUser, registeredAt: plain },
      // Version 1 had no null in `email`, because there were no sign-in providers.
      upcasts: { 1: (data) => data },
    },
    UserRenamed: { schema: 1, fields: { userId: plain, firstName: ofUser, lastName: ofUser } },
    HandleChanged: { schema: 1, fields: { userId: plain, handle: ofUser } },
    PersonalityChanged: { schema: 1, fields: { userId: plain, personality: ofUser } },
    // Old events contain the zone unencrypted, because it was not yet a personal field.
    TimezoneChanged: { schema: 1, fields: { userId: plain, timezone: ofUser, source: plain } },
    EmailChangeRequested: { schema: 1, fields: { userId: plain, email: ofUser, requestedAt: plain } },
    EmailChanged: { schema: 1, fields: { userId: plain, email: ofUser, changedAt: plain } },
    IdentityLinked: {
      schema: 1,
      fields: { userId: plain, provider: plain, issuer: plain, subject: ofUser, linkedAt: plain },
    },
    IdentityUnlinked: { schema: 1, fields: { userId: plain, provider: plain } },
    AccountReclaimed: { schema: 1, fields: { userId: plain, reclaimedAt: plain } },
    PostDefaultsChanged: { schema: 1, fields: { userId: plain, hashtags: ofUser, caption: ofUser } },
    NoticesChosen: {
      schema: 1,
      fields: { userId: plain, postFailed: plain, accountExpiring: plain, newComment: plain },
    },
  },
};

export const userEvent = eventsOf<UserEvent>(userStream.shapes);

const newAccount = (registration: Registration): Account => ({
  ...registration,
  firstName: null,
  lastName: null,
  handle: null,
  personality: null,
  timezone: DEFAULT_ZONE,
  identities: [],
  settings: INITIAL_SETTINGS,
  isZoneChosen: false,
  reclaimedAt: null,
});

function changed(profile: Account, event: Exclude<UserEvent, UserRegistered>): Account {
  const { type, data } = event;
  switch (type) {
    case 'UserRenamed':
      return { ...profile, firstName: data.firstName, lastName: data.lastName };
    case 'HandleChanged':
      return { ...profile, handle: data.handle };
    case 'PersonalityChanged':
      return { ...profile, personality: data.personality };
    case 'TimezoneChanged':
      return { ...profile, timezone: data.timezone, isZoneChosen: data.source === 'chosen' };
    case 'EmailChangeRequested':
      return profile;
    case 'AccountReclaimed':
      return { ...profile, reclaimedAt: data.reclaimedAt };
    case 'EmailChanged':
      return { ...profile, email: data.email };
    case 'IdentityLinked':
      return { ...profile, identities: [...profile.identities, data] };
    case 'IdentityUnlinked':
      return {
        ...profile,
        identities: profile.identities.filter(({ provider }) => provider !== data.provider),
      };
    case 'PostDefaultsChanged':
    case 'NoticesChosen':
      return { ...profile, settings: settingsAfter(profile.settings, event) };
    default:
      return assertNever(type);
  }
}

/** Registers the user at the first sign-in. Later or concurrent sign-ins add nothing. */
export function register(user: User, registration: Registration): UserRegistered[] {
  return user ? [] : [userEvent('UserRegistered', registration)];
}

/** Registers a user of a sign-in provider: adds both events or none. */
export function registerWith(
  user: User,
  registration: Registration,
  identity: ForeignIdentity,
): (UserRegistered | IdentityLinked)[] {
  const { userId, registeredAt: linkedAt } = registration;
  const linked: IdentityLinked = userEvent('IdentityLinked', { userId, ...identity, linkedAt });
  return user ? [] : [...register(user, registration), linked];
}

/** @throws OtherIdentityLinked: a user has at most one identity of each provider */
export function link(user: User, identity: ForeignIdentity, linkedAt: string): IdentityLinked[] {
  const account = registeredAccount(user);
  const known = account.identities.find(({ provider }) => provider === identity.provider);
  if (!known) return [userEvent('IdentityLinked', { userId: account.userId, ...identity, linkedAt })];
  if (!isSame(known, identity)) throw new OtherIdentityLinked();
  return [];
}

/** @throws LastSignInMethod when the user could not sign in any more */
export function unlink(user: User, provider: string): IdentityUnlinked[] {
  const { userId, email, identities } = registeredAccount(user);
  const others = identities.filter((identity) => identity.provider !== provider);
  if (others.length === identities.length) return [];
  if (email === null && others.length === 0) throw new LastSignInMethod();
  return [userEvent('IdentityUnlinked', { userId, provider })];
}

export const hasIdentity = (user: User, identity: ForeignIdentity): boolean =>
  user?.identities.some((known) => isSame(known, identity)) ?? false;

const isSame = (one: ForeignIdentity, other: ForeignIdentity): boolean =>
  one.issuer === other.issuer && one.subject === other.subject;

export function rename(user: User, firstName: string, lastName: string): UserRenamed[] {
  const { userId, ...known } = registeredAccount(user);
  if (known.firstName === firstName && known.lastName === lastName) return [];
  return [userEvent('UserRenamed', { userId, firstName, lastName })];
}

/** `handle`: in lower case, and already claimed for this user. */
export function changeHandle(user: User, handle: string): HandleChanged[] {
  const { userId, handle: known } = registeredAccount(user);
  return known === handle ? [] : [userEvent('HandleChanged', { userId, handle })];
}

export function changePersonality(user: User, personality: string): PersonalityChanged[] {
  const { userId, personality: known } = registeredAccount(user);
  if (known === personality) return [];
  return [userEvent('PersonalityChanged', { userId, personality })];
}

export function chooseTimezone(user: User, timezone: string): TimezoneChanged[] {
  const account = registeredAccount(user);
  const isKnown = account.isZoneChosen || timezone !== DEFAULT_ZONE;
  if (account.timezone === timezone && isKnown) return [];
  return [userEvent('TimezoneChanged', { userId: account.userId, timezone, source: 'chosen' })];
}

/** `email`: the requested address, in canonical form if it has one. */
export function requestEmail(user: User, email: string, requestedAt: string): EmailChangeRequested[] {
  const { userId } = registeredAccount(user);
  return [userEvent('EmailChangeRequested', { userId, email, requestedAt })];
}

/** `email`: canonical, verified, and already claimed for this user. */
export function changeEmail(user: User, email: string, changedAt: string): EmailChanged[] {
  const { userId, email: known } = registeredAccount(user);
  return known === email ? [] : [userEvent('EmailChanged', { userId, email, changedAt })];
}

/** Restores the former address of the owner, and disconnects all sign-in providers. @param email canonical */
export function restoreEmail(
  user: User,
  email: string,
  changedAt: string,
): (EmailChanged | IdentityUnlinked)[] {
  const { userId, identities } = registeredAccount(user);
  const unlinked = identities.map(({ provider }): IdentityUnlinked => {
    return userEvent('IdentityUnlinked', { userId, provider });
  });
  return [...changeEmail(user, email, changedAt), ...unlinked];
}

/** Removes the address from the account, because its earlier owner took it back. Adds nothing if the account has no address. */
export function loseEmail(user: User, changedAt: string): EmailChanged[] {
  if (user?.email == null) return [];
  return [userEvent('EmailChanged', { userId: user.userId, email: null, changedAt })];
}

export function reclaim(user: User, reclaimedAt: string): AccountReclaimed[] {
  const { userId } = registeredAccount(user);
  return [userEvent('AccountReclaimed', { userId, reclaimedAt })];
}

/** Stores the zone of the browser, but only while the user has the default zone and has not chosen it. */
export function detectTimezone(user: User, timezone: string): TimezoneChanged[] {
  const account = registeredAccount(user);
  if (account.timezone !== DEFAULT_ZONE || account.isZoneChosen || timezone === DEFAULT_ZONE) return [];
  return [userEvent('TimezoneChanged', { userId: account.userId, timezone, source: 'detected' })];
}

/** Settings that are absent in `change` keep their values. */
export function changeUserSettings(
  user: User,
  change: Partial<UserSettings>,
): (PostDefaultsChanged | NoticesChosen)[] {
  const { userId, settings } = registeredAccount(user);
  return changeSettings(settings, userId, change);
}

/** Handles the link in a mail that ends mails of this kind. Adds nothing for a deleted user. */
export const stopNoticeMails = (user: User, kind: NoticeKind): (PostDefaultsChanged | NoticesChosen)[] =>
  user ? changeUserSettings(user, withoutMail(user.settings, kind)) : [];

function registeredAccount(user: User): Account {
  if (!user) throw new UserNotFound();
  return user;
}
