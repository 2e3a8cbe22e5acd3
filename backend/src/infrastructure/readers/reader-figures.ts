import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { ReaderProgress, type CheckpointProgress } from './reader-progress.ts';
import { Readers } from './readers.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';

const LAG = 'Age of the oldest event that is not applied yet, in any process; 0 at the head of the log';
const OTHER_LAG =
  'Age of the oldest event that a build of another version has not applied; it grows for ever when no process fills the build';
const POSITION = 'Always 1; the label says how far it has read';
/** Milliseconds. All metrics of one scrape share a query. */
const KEPT_MILLISECONDS = 500;

/**
 * The metrics of readers. They are measured at each scrape, so they cost nothing between scrapes. While the log or the database is unavailable, the values stay; readiness
 * reports the outage.
 */
@Injectable()
export class ReaderFigures {
  #fetched: Promise<CheckpointProgress[]> | undefined;
  #fetchedAt = -Infinity;

  constructor(
    metrics: Metrics,
    readers: Readers,
    private readonly progress: ReaderProgress,
  ) {
    const registers = [metrics.registry];
    const gauge = (
      name: string,
      help: string,
      labelNames: readonly string[],
      show: (gauge: Gauge, progress: readonly CheckpointProgress[]) => void,
    ) => {
      const fetchAll = () => this.#all();
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers,
        async collect() {
          const found = await fetchAll().catch(() => undefined);
          if (!found) return;
          this.reset();
          show(this, found);
        },
      });
    };
    const inUse = (found: readonly CheckpointProgress[]) => found.filter((one) => progress.isInUse(one));
    gauge('projection_lag_seconds', LAG, ['projection'], (shown, found) => {
      for (const { name, kind, lagSeconds } of inUse(found))
        if (kind === 'projection') shown.set({ projection: name }, lagSeconds);
    });
    gauge('process_lag_seconds', LAG, ['process'], (shown, found) => {
      for (const { name, kind, lagSeconds } of inUse(found))
        if (kind === 'process') shown.set({ process: name }, lagSeconds);
    });
    gauge(
      'projection_other_build_lag_seconds',
      OTHER_LAG,
      ['projection', 'version', 'build'],
      (shown, found) => {
        for (const one of found) {
          if (progress.isInUse(one)) continue;
          const { name, version, build, lagSeconds } = one;
          shown.set({ projection: name, version: String(version), build: String(build) }, lagSeconds);
        }
      },
    );
    gauge(
      'reader_stopped',
      'Readers that stopped at an event they cannot take',
      ['reader'],
      (shown, found) => {
        for (const { name, state } of inUse(found))
          shown.set({ reader: name }, state.startsWith('stopped') ? 1 : 0);
      },
    );
    gauge('reader_position_info', POSITION, ['reader', 'state', 'position'], (shown, found) => {
      const here = new Map(readers.status().map(({ name, state }) => [name, state]));
      for (const { name, position } of inUse(found))
        shown.set({ reader: name, state: here.get(name) ?? 'elsewhere', position: position ?? '' }, 1);
    });
    new Counter({
      name: 'reader_restarts_total',
      help: 'How often a reader had to read its checkpoint again',
      labelNames: ['reader'],
      registers,
      collect() {
        this.reset();
        for (const { name, restarts } of readers.status()) this.inc({ reader: name }, restarts);
      },
    });
  }

  #all(): Promise<CheckpointProgress[]> {
    if (performance.now() - this.#fetchedAt > KEPT_MILLISECONDS) {
      this.#fetchedAt = performance.now();
      this.#fetched = this.progress.all();
    }
    return this.#fetched ?? Promise.resolve([]);
  }
}
