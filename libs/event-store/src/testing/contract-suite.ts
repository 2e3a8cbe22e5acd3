import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import type { EventStore } from '@posthorn/event-sourcing/event-store';
import { appending } from './contract/appending.ts';
import { closing } from './contract/closing.ts';
import { runPrefix, type Harness, type Scene } from './contract/harness.ts';
import { input } from './contract/input.ts';
import { modelled } from './contract/model.ts';
import { reading } from './contract/reading.ts';
import { subscribing } from './contract/subscribing.ts';

const TIME_LIMIT_MS = 60_000;

/**
 * Tests the behaviour that every event store must have. Stream names have a prefix that is unique to the run, so the suite may use a shared
 * test server.
 */
export function eventStoreContract(harness: () => Harness, { hasEmptyLogs = true } = {}): void {
  jest.setTimeout(TIME_LIMIT_MS);
  const prefix = runPrefix();
  let store: EventStore;
  beforeAll(async () => {
    store = await harness().open();
  });
  afterAll(async () => {
    await store.close();
  });
  const scene = (): Scene => ({ store, harness: harness(), name: (of) => `${prefix}-${of}` });
  describe('appending', () => {
    appending(scene);
  });
  describe('input', () => {
    input(scene);
  });
  describe('reading', () => {
    reading(scene, hasEmptyLogs);
  });
  describe('subscribing', () => {
    subscribing(scene);
  });
  describe('closing', () => {
    closing(scene);
  });
  describe('against the model', () => {
    modelled(scene);
  });
}
