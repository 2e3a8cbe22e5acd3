/** Whether a page of a list lets one believe that older things follow. `times`: milliseconds, in the order of the page. */
export const isNewestFirst = (times: readonly number[]): boolean => !((times[0] ?? 0) < (times.at(-1) ?? 0));
