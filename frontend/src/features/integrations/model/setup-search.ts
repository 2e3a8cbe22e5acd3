/** Query parameters of a page that connects an account. Every first load contains this file, so the code that uses `return` validates it. */
export type SetupSearch = { state?: string; return?: string };

export const setupSearch = ({ state, return: back }: Readonly<Record<string, unknown>>): SetupSearch => ({
  ...(typeof state === 'string' && { state }),
  ...(typeof back === 'string' && { return: back }),
});
