/** What the address of a page for connecting tells. Read by every first load, so no more than that: who uses `return` judges it. */
export type SetupSearch = { state?: string; return?: string };

export const setupSearch = ({ state, return: back }: Readonly<Record<string, unknown>>): SetupSearch => ({
  ...(typeof state === 'string' && { state }),
  ...(typeof back === 'string' && { return: back }),
});
