/** Delays before an append or a read is sent again, in milliseconds. The caller receives the last failure. */
export const RESEND_DELAYS = [50, 200, 600, 1500] as const;
