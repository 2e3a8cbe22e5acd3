import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { personal, plain } from '@posthorn/event-sourcing/event-shape';
import { UserNotFound } from './user.errors.ts';

type Registration = { userId: string; email: string; username: string; registeredAt: string };
/** Found out from the browser, or chosen in Settings. */
type ZoneSource = 'detected' | 'chosen';

export type UserRegistered = Event<'UserRegistered', 1, Registration>;
export type UserRenamed = Event<'UserRenamed', 1, { userId: string; firstName: string; lastName: string }>;
export type HandleChanged = Event<'HandleChanged', 1, { userId: string; handle: string }>;
export type PersonalityChanged = Event<'PersonalityChanged', 1, { userId: string; personality: string }>;
export type TimezoneChanged = Event<
  'TimezoneChanged',
  1,
  { userId: string; timezone: string; source: ZoneSource }
>;
export type UserEvent = UserRegistered | UserRenamed | HandleChanged | PersonalityChanged | TimezoneChanged;

export type Profile = Readonly<
  Registration & {
    firstName: string | null;
    lastName: string | null;
    handle: string | null;
    personality: string | null;
    timezone: string;
  }
>;
/** Null until somebody signs in for the first time. */
export type User = Profile | null;

const DEFAULT_ZONE = 'UTC';
const ofUser = personal(({ userId }: { userId: string }) => userId);

export const userStream: Stream<User, UserEvent> = {
  category: 'user',
  initial: null,
  evolve: (user, event) => {
    if (event.type === 'UserRegistered') return newProfile(event.data);
    return user && changed(user, event);
  },
  shapes: {
    UserRegistered: {
      schema: 1,
      fields: { userId: plain, email: ofUser, username: ofUser, registeredAt: plain },
    },
    UserRenamed: { schema: 1, fields: { userId: plain, firstName: ofUser, lastName: ofUser } },
    HandleChanged: { schema: 1, fields: { userId: plain, handle: ofUser } },
    PersonalityChanged: { schema: 1, fields: { userId: plain, personality: ofUser } },
    TimezoneChanged: { schema: 1, fields: { userId: plain, timezone: plain, source: plain } },
  },
};

const newProfile = (registration: Registration): Profile => ({
  ...registration,
  firstName: null,
  lastName: null,
  handle: null,
  personality: null,
  timezone: DEFAULT_ZONE,
});

function changed(profile: Profile, { type, data }: Exclude<UserEvent, UserRegistered>): Profile {
  switch (type) {
    case 'UserRenamed':
      return { ...profile, firstName: data.firstName, lastName: data.lastName };
    case 'HandleChanged':
      return { ...profile, handle: data.handle };
    case 'PersonalityChanged':
      return { ...profile, personality: data.personality };
    case 'TimezoneChanged':
      return { ...profile, timezone: data.timezone };
    default:
      return assertNever(type);
  }
}

/** Signing in for the first time registers; every later sign-in, and a second one at the same moment, adds nothing. */
export function register(user: User, registration: Registration): UserRegistered[] {
  return user ? [] : [{ type: 'UserRegistered', schema: 1, data: registration }];
}

export function rename(user: User, firstName: string, lastName: string): UserRenamed[] {
  const { userId, ...known } = registered(user);
  if (known.firstName === firstName && known.lastName === lastName) return [];
  return [{ type: 'UserRenamed', schema: 1, data: { userId, firstName, lastName } }];
}

/** `handle` is in lower case, and has been claimed for this user. */
export function changeHandle(user: User, handle: string): HandleChanged[] {
  const { userId, handle: known } = registered(user);
  return known === handle ? [] : [{ type: 'HandleChanged', schema: 1, data: { userId, handle } }];
}

export function changePersonality(user: User, personality: string): PersonalityChanged[] {
  const { userId, personality: known } = registered(user);
  if (known === personality) return [];
  return [{ type: 'PersonalityChanged', schema: 1, data: { userId, personality } }];
}

export function chooseTimezone(user: User, timezone: string): TimezoneChanged[] {
  return moveTo(registered(user), timezone, 'chosen');
}

/** What the browser says counts only while nothing better is known. */
export function detectTimezone(user: User, timezone: string): TimezoneChanged[] {
  const profile = registered(user);
  return profile.timezone === DEFAULT_ZONE ? moveTo(profile, timezone, 'detected') : [];
}

function moveTo(profile: Profile, timezone: string, source: ZoneSource): TimezoneChanged[] {
  const { userId } = profile;
  if (profile.timezone === timezone) return [];
  return [{ type: 'TimezoneChanged', schema: 1, data: { userId, timezone, source } }];
}

function registered(user: User): Profile {
  if (!user) throw new UserNotFound();
  return user;
}
