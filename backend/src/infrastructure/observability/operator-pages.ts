import { createServer, type Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Health } from './health.ts';
import { Metrics } from './metrics.ts';

export type Page = Readonly<{ status: number; type: string; body: string }>;

/** What probes and scrapers ask for: on the port of the pages, or on one of their own. */
@Injectable()
export class OperatorPages {
  constructor(
    private readonly health: Health,
    private readonly metrics: Metrics,
  ) {}

  /** Undefined for any other address. */
  async at(path: string): Promise<Page | undefined> {
    switch (path) {
      case '/health/live':
        return json(200, { alive: true });
      case '/health/ready': {
        const report = await this.health.report();
        return json(report.ready ? 200 : 503, report);
      }
      case '/metrics': {
        const { registry } = this.metrics;
        return { status: 200, type: registry.contentType, body: await registry.metrics() };
      }
      default:
        return undefined;
    }
  }

  /** A server that has nothing but these pages. */
  listen(port: number, host: string): Promise<Server> {
    const server = createServer((request, response) => {
      this.at(request.url?.split('?')[0] ?? '').then(
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
}

const json = (status: number, body: unknown): Page => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
