import { EventStore } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { EventCodec } from './event-codec.ts';
import { EventReader, LONG_STREAM } from './event-reader.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';

/** Metrics: the log in use, skipped events of unknown types, and reads of long streams. */
@Injectable()
export class LogFigures {
  constructor(metrics: Metrics, store: EventStore, codec: EventCodec, reader: EventReader) {
    const registers = [metrics.registry];
    new Gauge({
      name: 'event_log_info',
      help: 'Always 1; the labels identify the log. Absent while the log cannot be reached',
      labelNames: ['kind', 'id'],
      registers,
      async collect() {
        this.reset();
        const log = await store.describe().catch(() => null);
        if (log) this.set({ kind: log.kind, id: log.logId }, 1);
      },
    });
    new Counter({
      name: 'events_skipped_total',
      help: 'Events of types that this version does not know, counted by each reader',
      labelNames: ['type'],
      registers,
      collect() {
        this.reset();
        for (const [type, count] of codec.skipped) this.inc({ type }, count);
      },
    });
    new Counter({
      name: 'event_stream_long_reads_total',
      help: `How often ${String(LONG_STREAM)} events or more of one stream had to be read before a decision`,
      labelNames: ['category'],
      registers,
      collect() {
        this.reset();
        for (const [category, count] of reader.longReads) this.inc({ category }, count);
      },
    });
  }
}
