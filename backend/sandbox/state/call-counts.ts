export type CallCount = Readonly<{ platform: string; endpoint: string; calls: number }>;

/** Counts calls of each endpoint since the start or the last reset. Endpoints are route patterns, so there are few. */
export class CallCounts {
  readonly #counts = new Map<string, { platform: string; endpoint: string; calls: number }>();

  count(platform: string, endpoint: string): void {
    const key = `${platform} ${endpoint}`;
    const known = this.#counts.get(key);
    if (known) known.calls += 1;
    else this.#counts.set(key, { platform, endpoint, calls: 1 });
  }

  list(): readonly CallCount[] {
    return [...this.#counts.values()];
  }

  clear(): void {
    this.#counts.clear();
  }
}
