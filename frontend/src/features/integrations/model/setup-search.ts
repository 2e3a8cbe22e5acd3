/**
 * Query parameters of a page that connects an account. This file must stay small, because every first load contains it. So the code
 * that uses `return` validates it.
 */
export type SetupSearch = { state?: string; return?: string };

export const setupSearch = ({ state, return: back }: Readonly<Record<string, unknown>>): SetupSearch => ({
  ...(typeof state === 'string' && { state }),
  ...(typeof back === 'string' && { return: back }),
});
