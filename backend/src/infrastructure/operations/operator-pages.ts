import { createServer, type Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { Health } from './health.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';

export type OperatorPage = Readonly<{ status: number; type: string; body: string }>;

/** In milliseconds. Faster requests get the same page again: health queries the database and the log, metrics query everything. */
const KEPT_MILLISECONDS = 1_000;

type Kept<Drawn> = Readonly<{ drawn: Promise<Drawn>; at: number }>;

/** The pages for probes and scrapers: on the main port, or on their own. */
@Injectable()
export class OperatorPages {
  readonly #report = this.#kept(() => this.health.report());
  readonly #figures = this.#kept(() => this.metrics.registry.metrics());

  constructor(
    private readonly health: Health,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /**
   * Undefined for any other address.
   * @param whole false: only what a load balancer needs, without internal details
   */
  async at(path: string, { whole }: Readonly<{ whole: boolean }>): Promise<OperatorPage | undefined> {
    switch (path) {
      case '/health/live':
        return json(200, { alive: true });
      case '/health/ready': {
        const report = await this.#report();
        const { ready } = report;
        return json(ready ? 200 : 503, whole ? report : { ready });
      }
      case '/metrics':
        if (!whole) return undefined;
        return { status: 200, type: this.metrics.registry.contentType, body: await this.#figures() };
      default:
        return undefined;
    }
  }

  /** A server for these pages only. */
  listen(port: number, host: string): Promise<Server> {
    const server = createServer((request, response) => {
      this.at(request.url?.split('?')[0] ?? '', { whole: true }).then(
        (page = json(404, { alive: true })) => {
          response
            .writeHead(page.status, { 'content-type': page.type, 'cache-control': 'no-store' })
            .end(page.body);
        },
        () => {
          response.writeHead(500).end();
        },
      );
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        resolve(server);
      });
    });
  }

  #kept<Drawn>(draw: () => Promise<Drawn>): () => Promise<Drawn> {
    let kept: Kept<Drawn> | undefined;
    return () => {
      const now = this.clock.now().getTime();
      const age = kept ? now - kept.at : KEPT_MILLISECONDS;
      // A clock that was set back must not keep a page for long.
      if (!kept || age < 0 || age >= KEPT_MILLISECONDS) kept = { drawn: draw(), at: now };
      return kept.drawn;
    };
  }
}

const json = (status: number, body: unknown): OperatorPage => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
