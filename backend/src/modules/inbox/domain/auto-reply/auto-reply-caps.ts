/** Automatic replies with a place: of the last hour by one account, of the last day by its owner. */
export type CountedLately = Readonly<{ inHour: number; inDay: number }>;
export type CapReached = 'account-hour' | 'user-day';

/** Automatic replies in an hour by one account and in a day by one user. */
const AUTO_REPLY_CAPS = { hour: 20, day: 200 } as const;

/** Why there is no place for one more; null: there is. */
export function whyOverCap({ inHour, inDay }: CountedLately): CapReached | null {
  if (inHour >= AUTO_REPLY_CAPS.hour) return 'account-hour';
  return inDay >= AUTO_REPLY_CAPS.day ? 'user-day' : null;
}
