import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** How often the event loop's lag is sampled. A lag of some 100 ms is what an operator looks for. */
const LAG_MILLISECONDS = 100;

/** A value, and its labels. */
export type Figure = Readonly<{ value: number } & Record<string, string | number>>;

/** All metrics of this process. Modules create theirs with `registers: [metrics.registry]`, or with `gauge`. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    // The library's default of 10 wakes an idle process 100 times a second: a quarter of its processor time.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_MILLISECONDS });
  }

  /**
   * A gauge that is read at each scrape.
   * @param labels the label names that distinguish its values; empty: it has one value
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
        // Operators need metrics most when something is down. A gauge that fails keeps its last value.
        const figures = await show().catch(() => null);
        if (!figures) return;
        this.reset();
        for (const { value, ...named } of figures) this.set(named, value);
      },
    });
  }
}
