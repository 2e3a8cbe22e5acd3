import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Readers } from '../projections/readers.ts';
import type { ReaderStatus } from '../projections/reader.ts';
import { Metrics } from './metrics.ts';

const LAG = 'Age of the oldest event not applied yet; 0 when caught up';
const POSITION = 'Always 1; the label says how far it has read';

/** Asked for at each scrape, so they cost nothing in between. */
@Injectable()
export class ReaderFigures {
  constructor(metrics: Metrics, readers: Readers) {
    const registers = [metrics.registry];
    const of = (kind: ReaderStatus['kind']) => readers.status().filter((status) => status.kind === kind);
    new Gauge({
      name: 'projection_lag_seconds',
      help: LAG,
      labelNames: ['projection'],
      registers,
      collect() {
        this.reset();
        for (const status of of('projection')) this.set({ projection: status.name }, lagSeconds(status));
      },
    });
    new Gauge({
      name: 'process_lag_seconds',
      help: LAG,
      labelNames: ['process'],
      registers,
      collect() {
        this.reset();
        for (const status of of('process')) this.set({ process: status.name }, lagSeconds(status));
      },
    });
    new Gauge({
      name: 'reader_position_info',
      help: POSITION,
      labelNames: ['reader', 'state', 'position'],
      registers,
      collect() {
        this.reset();
        for (const { name, state, position } of readers.status()) {
          this.set({ reader: name, state, position: position ?? '' }, 1);
        }
      },
    });
    new Gauge({
      name: 'reader_restarts_total',
      help: 'How often a reader had to take up its checkpoint again',
      labelNames: ['reader'],
      registers,
      collect() {
        for (const { name, restarts } of readers.status()) this.set({ reader: name }, restarts);
      },
    });
  }
}

export const lagSeconds = ({ caughtUp, waitingSince }: ReaderStatus): number =>
  caughtUp || waitingSince === null ? 0 : Math.max(0, (Date.now() - waitingSince) / 1000);
