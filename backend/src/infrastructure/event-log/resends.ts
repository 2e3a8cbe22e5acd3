/** Waits before the same append or read is sent again, in milliseconds. The last failure goes to the caller. */
export const RESENDS = [50, 200, 600, 1500] as const;
