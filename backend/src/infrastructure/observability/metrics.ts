import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** A value, and its labels. */
export type Figure = Readonly<{ value: number } & Record<string, string | number>>;

/** All figures of this process. Modules make theirs with `registers: [metrics.registry]`, or by `gauge`. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /**
   * A figure that is asked for at each scrape.
   * @param labels what those that are shown are told apart by; none: one value is shown
   */
  gauge(
    name: string,
    help: string,
    show: () => Promise<readonly Figure[]>,
    ...labels: readonly string[]
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.registry],
      async collect() {
        // Metrics are asked for above all when something is down: this figure then stays as it was.
        const figures = await show().catch(() => null);
        if (!figures) return;
        this.reset();
        for (const { value, ...named } of figures) this.set(named, value);
      },
    });
  }
}
