/** The stored name of a stream. Categories never contain `-`; ids may contain it. */
export const streamName = (stream: { category: string }, id: string | number): string =>
  `${stream.category}-${String(id)}`;

/** Part of the name before the first `-`. */
export const categoryOf = (stream: string): string => {
  const cut = stream.indexOf('-');
  return cut < 0 ? stream : stream.slice(0, cut);
};
