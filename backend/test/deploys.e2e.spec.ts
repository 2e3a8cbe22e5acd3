import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { inDatabase, recordedEvents } from './kept-data.ts';
import { nextEdition } from './next-edition.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

const ANA = 'ana@deploys.example';
/** The maximum delay of a post by a deploy, in milliseconds: many times what an idle machine needs. */
const MAX_DELAY = 10_000;
const BETWEEN_POSTS = 400;
/** With this many unpublished posts, no new post is written: a slow machine must not fall further behind. */
const UNPUBLISHED_MAX = 20;
/** A phase ends when this many further posts have been published. */
const POSTS_OF_PHASE = 6;

/**
 * Two releases whose read models have different tables are deployed up, down and up again as a rolling deploy.
 * The old process stops only when the new process is ready. During all deploys, posts become due.
 */
describe('deploying up, down and up again', () => {
  /** The folder of the second release. */
  let edition: string;
  let product: Product;
  let worker: Product;
  let ana: Creator;
  let accounts: readonly AccountView[];
  /** The milliseconds that the slowest deploy took: the start of the new process, and the end of the old one. */
  let slowestDeploy = 0;
  /** The due time of each post, by id. */
  const dueTimes = new Map<number, number>();
  const texts: string[] = [];

  beforeAll(async () => {
    edition = nextEdition();
    product = await startProduct({ fast: true, env: { COMPLIMENTARY_PREMIUM: ANA, ROLES: 'web' } });
    worker = await start(undefined);
    ana = await Creator.signedIn(product, ANA);
    accounts = [await ana.connectBluesky(), await ana.connectMastodon()];
  });
  afterAll(async () => {
    await worker.close();
    await product.close();
    await rm(edition, { recursive: true, force: true });
  });

  const start = (release: string | undefined) =>
    startProduct({
      fast: true,
      beside: { product, roles: 'worker,projector' },
      ...(release !== undefined && { edition: release }),
    });

  const deploy = async (release: string | undefined) => {
    const began = Date.now();
    const next = await start(release);
    const previous = worker;
    worker = next;
    await previous.close();
    slowestDeploy = Math.max(slowestDeploy, Date.now() - began);
  };

  const publish = async (signal: AbortSignal) => {
    for (let index = 0; !signal.aborted; index++) {
      const content = `Falls due as number ${String(index)}.`;
      const scheduledFor = new Date(Date.now() + 1_500).toISOString();
      const { status, body } = await ana.schedule(accounts, content, { scheduledFor });
      expect(status).toBe(201);
      dueTimes.set(body.id, Date.parse(scheduledFor));
      texts.push(content);
      do await pause(BETWEEN_POSTS);
      while (await mustWait(signal));
    }
  };
  const mustWait = async ({ aborted }: AbortSignal) =>
    !aborted && dueTimes.size - (await countPublished()) / 2 >= UNPUBLISHED_MAX;

  const countPublished = () =>
    inDatabase(product, async (client) => {
      const sql = `select count(*)::int as count from es.events where type = 'PlatformPublished'`;
      return (await client.query<{ count: number }>(sql)).rows[0]?.count ?? 0;
    });
  const waitForMore = async () => {
    const goal = (await countPublished()) + 2 * POSTS_OF_PHASE;
    await eventually(async () => {
      expect(await countPublished()).toBeGreaterThanOrEqual(goal);
    }, 60);
  };

  /** Reads from the log the longest time between the due time and the first attempt of a target, for due times from `from` to `until`. */
  const longestDelay = async (from: number, until: number): Promise<number> => {
    const delays = new Map<string, number>();
    for (const { stream, type, text } of await recordedEvents(product)) {
      if (type !== 'PublishAttemptStarted' || delays.has(stream)) continue;
      const scheduledFor = dueTimes.get(Number(stream.split('-')[1])) ?? NaN;
      if (scheduledFor < from || scheduledFor >= until) continue;
      delays.set(stream, Date.parse(/"startedAt": ?"([^"]+)"/u.exec(text)?.[1] ?? '') - scheduledFor);
    }
    expect(delays.size).toBeGreaterThan(0);
    return Math.max(...delays.values());
  };

  it('publishes every post once, at most ten seconds late', async () => {
    const writing = new AbortController();
    const writer = publish(writing.signal);
    const began = Date.now();
    let deploys = began;
    try {
      await waitForMore();
      deploys = Date.now();
      for (const release of [edition, undefined, edition]) {
        await deploy(release);
        await waitForMore();
      }
    } finally {
      writing.abort();
      await writer;
    }
    const ended = Date.now() + 60_000;
    await eventually(async () => {
      expect(await countPublished()).toBe(2 * dueTimes.size);
    }, 60);

    const quiet = await longestDelay(began, deploys);
    const deploying = await longestDelay(deploys, ended);
    console.log(
      `late at most ${String(quiet)} ms without, ${String(deploying)} ms with deploys of at most ${String(slowestDeploy)} ms`,
    );
    // On a slow machine, a deploy takes longer, and its processes delay the others. If posts waited for the end of the deploy, they would be
    // late by all of its time.
    expect(deploying).toBeLessThanOrEqual(quiet + Math.max(MAX_DELAY, slowestDeploy / 2));

    const sandbox = new SandboxControl(product.sandboxUrl);
    for (const text of texts) {
      const on = (await sandbox.postsWith(text)).map(({ platform }) => platform).sort();
      expect({ text, on }).toEqual({ text, on: ['bluesky', 'mastodon'] });
    }
  }, 400_000);

  it('shows every post as published in the other release, after a deploy back to it', async () => {
    await deploy(undefined);
    const { body } = await ana.client.get<readonly PostView[]>('/api/posts');
    expect(body.map(({ id }) => id).sort()).toEqual([...dueTimes.keys()].sort());
    const open = body.filter(({ targets }) => targets.some(({ status }) => status !== 'posted'));
    expect(open).toEqual([]);
  });
});
