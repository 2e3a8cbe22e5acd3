import { createServer, type Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { Health } from './health.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';

export type OperatorPage = Readonly<{ status: number; type: string; body: string }>;

/** Milliseconds. Requests within this time get the same page: health queries the database and the log, metrics query everything. */
const CACHED_MILLISECONDS = 1_000;

type Cached<Result> = Readonly<{ result: Promise<Result>; at: number }>;

/** The pages for probes and scrapers: on the main port, or on a separate one. */
@Injectable()
export class OperatorPages {
  readonly #report = this.#cached(() => this.health.report());
  readonly #figures = this.#cached(() => this.metrics.registry.metrics());

  constructor(
    private readonly health: Health,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the operator page at a path; undefined for any other path.
   * @param whole false: only what a load balancer needs, without internal details
   */
  async pageAt(path: string, { whole }: Readonly<{ whole: boolean }>): Promise<OperatorPage | undefined> {
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

  /** Starts a server for these pages only. */
  listen(port: number, host: string): Promise<Server> {
    const server = createServer((request, response) => {
      this.pageAt(request.url?.split('?')[0] ?? '', { whole: true }).then(
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

  #cached<Result>(read: () => Promise<Result>): () => Promise<Result> {
    let cached: Cached<Result> | undefined;
    return () => {
      const now = this.clock.now().getTime();
      const age = cached ? now - cached.at : CACHED_MILLISECONDS;
      // A clock that was set back must not keep a page for long.
      if (!cached || age < 0 || age >= CACHED_MILLISECONDS) cached = { result: read(), at: now };
      return cached.result;
    };
  }
}

const json = (status: number, body: unknown): OperatorPage => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
