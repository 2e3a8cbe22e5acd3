import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Histogram } from 'prom-client';
import { Metrics } from './metrics.ts';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The metric of response times, by route pattern. URLs would contain ids. */
@Injectable()
export class HttpFigures {
  readonly #seconds: Histogram<'method' | 'route' | 'status'>;

  constructor(metrics: Metrics) {
    this.#seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from request to the end of the reply, live connections left out',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers: [metrics.registry],
    });
  }

  middleware() {
    return (request: Request, response: Response, next: NextFunction): void => {
      const start = performance.now();
      response.once('finish', () => {
        if (response.getHeader('content-type')?.toString().startsWith('text/event-stream')) return;
        const labels = {
          method: request.method,
          route: routeOf(request),
          status: String(response.statusCode),
        };
        this.#seconds.observe(labels, (performance.now() - start) / 1000);
      });
      next();
    };
  }
}

/** The router sets the route of a request; requests for pages and files of the web app have none. */
function routeOf({ route, path }: Request): string {
  const matched: unknown = route;
  if (typeof matched === 'object' && matched !== null && 'path' in matched) return String(matched.path);
  return path.startsWith('/api/') ? 'unknown' : 'web';
}
