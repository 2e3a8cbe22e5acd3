/** An id holds its time, in milliseconds since this one (2010-11-04), above 22 other bits. */
const IDS_SINCE = 1_288_834_974_657;

/** Milliseconds since 1970. `id`: up to 19 digits. */
export const timeOfId = (id: string): number => Number(BigInt(id) >> 22n) + IDS_SINCE;

/** The lowest id of this time, for `since_id`. */
export const idOfTime = (milliseconds: number): string =>
  String(BigInt(Math.max(0, Math.floor(milliseconds) - IDS_SINCE)) << 22n);

export const isPostId = (text: string | null): text is string => text !== null && /^\d{1,19}$/u.test(text);
