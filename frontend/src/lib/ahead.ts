/** Preloads code. Ignores a failure, because the later import of the same code reports it. */
export function fetchAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
