/** Preloads code. A failure is ignored here: the later import of the same code reports it. */
export function fetchAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
