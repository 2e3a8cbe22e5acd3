import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import type { Type } from '@nestjs/common';
import { Pool } from 'pg';
import { boot, type BootOptions } from '#infrastructure/testing/boot.ts';
import { IdentityModule } from '../identity.module.ts';
import { Terminal } from '../pages/mails/terminal.ts';
import { BillingDouble } from './billing-double.ts';
import { TestBrowser } from './test-browser.ts';

export const NOON = new Date('2030-01-01T12:00:00Z');

type Options = Pick<BootOptions, 'bindings' | 'env' | 'rawOrigin'> &
  Readonly<{
    store?: InMemoryEventStore;
    /** Further modules of the product. */
    modules?: readonly Type[];
  }>;

/** Starts Identity with real sessions, in the sandbox, where the response contains each sign-in link. */
export async function bootIdentity({
  store = new InMemoryEventStore(),
  bindings = [],
  modules = [],
  ...rest
}: Options = {}) {
  const said: string[] = [];
  const terminal = { provide: Terminal, useValue: { print: (line: string) => said.push(line) } };
  const product = await boot([IdentityModule, BillingDouble, ...modules], {
    store,
    now: NOON,
    database: true,
    realSessions: true,
    bindings: [terminal, ...bindings],
    ...rest,
  });
  const pool = product.app.get(Pool);
  const browser = () => new TestBrowser(product.url);
  return {
    ...product,
    pool,
    /** The lines that the product wrote to the terminal. */
    said,
    browser,
    signedIn: async (email: string) => {
      const newBrowser = browser();
      await newBrowser.signIn(email);
      return newBrowser;
    },
    /** Sets the clock to noon, and deletes the counts of all limits: all specs send requests from one IP address. */
    reset: async () => {
      product.clock.set(NOON);
      await pool.query('truncate edge.rate_limit');
    },
    /** Returns all data in the log about a user, as text. */
    kept: (userId: string) =>
      JSON.stringify(store.historyOf(`user-${userId}`).map(({ data, meta }) => [data, meta])),
    typesOf: (userId: string) => store.historyOf(`user-${userId}`).map(({ type }) => type),
  };
}
export type BootedIdentity = Awaited<ReturnType<typeof bootIdentity>>;

export const userOf = async (browser: TestBrowser) => (await browser.get(currentUser.path)).body as UserView;
export const isSignedIn = async (browser: TestBrowser) =>
  (await browser.get(currentUser.path)).status === 200;
