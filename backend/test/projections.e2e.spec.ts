import { setTimeout as pause } from 'node:timers/promises';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { POSITION_HEADER, STALE_HEADER } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { inDatabase, recordedEvents } from './kept-data.ts';
import { startProduct, type Product } from './product.ts';
import { run } from './program.ts';
import { itOnce } from './second-run.ts';
import { SandboxControl } from './sandbox-control.ts';

const ANA = 'ana@projections.example';
const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

let product: Product;
let ana: Creator;
let accounts: readonly AccountView[];

const start = async (env: Readonly<Record<string, string>> = {}) => {
  product = await startProduct({ fast: true, env: { COMPLIMENTARY_PREMIUM: ANA, ...env } });
};
const createUser = async () => {
  ana = await Creator.signedIn(product, ANA);
  accounts = [await ana.connectBluesky(), await ana.connectMastodon()];
};

const projections = (...args: readonly string[]) =>
  run('backend/src/cli/projections.ts', {
    args,
    env: product.commandEnv,
  });

/** Returns the lines of `projections status` about active read models that have not read the whole log. */
async function linesBehind(): Promise<string[]> {
  const { code, said } = await projections('status');
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('log head') });
  const inUse = said.split('\n').filter((line) => line.startsWith('* '));
  expect(inUse.length).toBeGreaterThan(5);
  return inUse.filter((line) => !line.includes('  caught up  '));
}

/** Returns the number of rows and a checksum for each table that readers of a projection see. */
function rowsOf(name: string): Promise<Readonly<Record<string, string>>> {
  return inDatabase(product, async (client) => {
    const { rows: views } = await client.query<{ name: string; schema: string }>(
      `select distinct v.relname as name, c.read_by as schema
       from (select 'read_v' || version as read_by from runner.checkpoint where name = $1 and active) c
         join pg_class v on v.relkind = 'v' and v.relnamespace = to_regnamespace(c.read_by)
         join pg_rewrite r on r.ev_class = v.oid
         join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
         join pg_class t on t.oid = d.refobjid
         join pg_namespace n on n.oid = t.relnamespace
       where n.nspname like 'rm_' || translate($1, '.-', '__') || '_v%'`,
      [name],
    );
    expect(views.length).toBeGreaterThan(0);
    const checksums: [string, string][] = [];
    for (const view of views) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as sum from "${view.schema}"."${view.name}" t`,
      );
      checksums.push([view.name, rows[0]?.sum ?? '']);
    }
    return Object.fromEntries(checksums.sort());
  });
}

const readModelNames = (): Promise<string[]> =>
  inDatabase(product, async (client) => {
    const sql = `select c.name from runner.checkpoint c where active
      and exists (select from pg_namespace n where n.nspname like 'rm_' || translate(c.name, '.-', '__') || '_v%') order by 1`;
    return (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  });

describe('rebuilding', () => {
  beforeAll(async () => {
    await start();
    await createUser();
  });
  afterAll(() => product.close());

  it('rebuilds every read model while users write, and a second rebuild gives the same rows', async () => {
    let running = true;
    const createdIds: number[] = [];
    const keepWriting = async () => {
      for (let index = 0; running; index++) {
        const { status, body } = await ana.schedule(accounts, `Meanwhile ${String(index)}`, {
          scheduledFor: inOneHour(),
        });
        expect(status).toBe(201);
        createdIds.push(body.id);
        const path = `/api/posts/${String(createdIds[index >> 1])}`;
        if (index % 3 === 1) {
          const change = { content: `Changed ${String(index)}`, scheduledFor: inOneHour() };
          expect([200, 404, 409, 422]).toContain((await ana.client.call('PUT', path, change)).status);
        }
        if (index % 5 === 4) expect((await ana.client.call('DELETE', path)).status).toBe(200);
        // An accepted post must be in the list during the change to the new tables, too.
        const list = await ana.client.get<readonly { id: number }[]>('/api/posts');
        if (list.headers.get(STALE_HEADER) === null && index % 5 !== 4) {
          expect(list.body.map(({ id }) => id)).toContain(body.id);
        }
        // Without a pause the requests would slow down the rebuild.
        await pause(50);
      }
    };
    const work = keepWriting();
    const all = await readModelNames();
    expect(all).toEqual(
      expect.arrayContaining(['identity.users', 'scheduling.post-list', 'integrations.accounts']),
    );
    try {
      const { code, said } = await projections('rebuild', ...all);
      expect({ code, said }).toEqual({ code: 0, said });
      for (const name of all)
        expect(said).toMatch(new RegExp(`^${name}: rebuilt from \\d+ events in `, 'mu'));
    } finally {
      running = false;
    }
    await work;
    expect(createdIds.length).toBeGreaterThan(10);

    await eventually(async () => {
      expect(await linesBehind()).toEqual([]);
    });
    const before = await Promise.all(all.map(rowsOf));
    for (const tables of before) expect(Object.keys(tables).length).toBeGreaterThan(0);
    expect((await projections('rebuild', ...all)).code).toBe(0);
    expect(await Promise.all(all.map(rowsOf))).toEqual(before);
    expect((await rowsOf('scheduling.post-list'))['scheduling_post']).toMatch(
      new RegExp(`^${String(createdIds.length)} `, 'u'),
    );
  });

  it('writes later changes into the new tables', async () => {
    const { body } = await ana.schedule(accounts, 'After all that', { scheduledFor: inOneHour() });
    expect((await ana.post(body.id)).content).toBe('After all that');
    const figures = await (await fetch(`${product.url}/metrics`)).text();
    expect(figures).toMatch(/^projection_lag_seconds\{projection="scheduling\.post-list"\} [\d.]+$/mu);
  });

  itOnce?.('refuses the name of an unknown read model, and changes nothing', async () => {
    const before = await rowsOf('scheduling.post-list');
    expect(await projections('rebuild', 'scheduling.songs')).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is no projection scheduling.songs.'),
    });
    expect(await projections('dance')).toMatchObject({ code: 1, said: expect.stringContaining('Usage: ') });
    expect(await rowsOf('scheduling.post-list')).toEqual(before);
  });
});

describe('several processes on one database and one log', () => {
  let sandbox: SandboxControl;
  let first: Product;
  let second: Product;
  const worker = () => startProduct({ fast: true, beside: { product, roles: 'worker,projector' } });
  const expectOnce = async (texts: readonly string[], ids: readonly number[]) => {
    for (const id of ids) await ana.settled(id, ['posted']);
    for (const text of texts) {
      expect({ text, on: (await sandbox.postsWith(text)).map(({ platform }) => platform).sort() }).toEqual({
        text,
        on: ['bluesky', 'mastodon'],
      });
    }
  };
  const scheduleMany = async (text: string, count: number) => {
    const at = new Date(Date.now() + 1_500).toISOString();
    const texts = Array.from({ length: count }, (_, index) => `${text}, number ${String(index)}.`);
    const posts = await Promise.all(texts.map((each) => ana.schedule(accounts, each, { scheduledFor: at })));
    expect(posts.map(({ status }) => status)).toEqual(texts.map(() => 201));
    return { texts, ids: posts.map(({ body }) => body.id) };
  };

  beforeAll(async () => {
    await start({ ROLES: 'web' });
    sandbox = new SandboxControl(product.sandboxUrl);
    [first, second] = await Promise.all([worker(), worker()]);
    await createUser();
  });
  afterAll(async () => {
    await Promise.all([first.close(), second.close()]);
    await product.close();
  });

  it('publish each post once, and apply each event once', async () => {
    const { texts, ids } = await scheduleMany('By whoever claims it', 8);
    await expectOnce(texts, ids);
    const outcomes = (await recordedEvents(product)).filter(({ type }) => type === 'PlatformPublished');
    expect(outcomes).toHaveLength(2 * ids.length);
    const name = 'scheduling.post-list';
    const before = await rowsOf(name);
    expect((await projections('rebuild', name)).code).toBe(0);
    expect(await rowsOf(name)).toEqual(before);
  });

  it('publish the posts of a process that is killed', async () => {
    const { texts, ids } = await scheduleMany('Whoever is left', 8);
    await eventually(async () => {
      expect((await sandbox.postsWith('Whoever is left')).length).toBeGreaterThan(0);
    });
    await first.kill();
    await expectOnce(texts, ids);
  });

  it('report how far each read model is behind while no projector runs', async () => {
    await second.kill();
    const written = await ana.schedule(accounts, 'Nobody has read this');
    expect(written.status).toBe(201);
    expect(written.headers.get(POSITION_HEADER)).toBeTruthy();
    const list = await ana.client.get<readonly { id: number }[]>('/api/posts');
    expect(list.headers.get(STALE_HEADER)).toBe('stale');
    expect(list.body.map(({ id }) => id)).not.toContain(written.body.id);
    const status = (await linesBehind()).find((line) => line.includes('scheduling.post-list'));
    expect(status).toMatch(/ at \d[\d/]*, \d+\.\d s behind {2}running$/u);

    await second.restart();
    await expectOnce(['Nobody has read this'], [written.body.id]);
    await eventually(async () => {
      expect(await linesBehind()).toEqual([]);
    });
  });
});
