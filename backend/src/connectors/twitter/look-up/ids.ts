/** An id contains its time above 22 other bits: milliseconds since this time (2010-11-04). */
const IDS_SINCE = 1_288_834_974_657;

/** The time in an id, in milliseconds since 1970. `id`: up to 19 digits. */
export const timeOfId = (id: string): number => Number(BigInt(id) >> 22n) + IDS_SINCE;

/** The lowest possible id at this time, for `since_id`. */
export const idOfTime = (milliseconds: number): string =>
  String(BigInt(Math.max(0, Math.floor(milliseconds) - IDS_SINCE)) << 22n);

export const isPostId = (text: string | null): text is string => text !== null && /^\d{1,19}$/u.test(text);
