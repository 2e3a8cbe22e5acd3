/** Fetches code before it is wanted. A failure is no news yet: whoever then wants the code is told. */
export function fetchAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
