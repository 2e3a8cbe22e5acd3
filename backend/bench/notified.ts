import { Client } from 'pg';
import { inTurn, type Waits } from './at-rate.ts';

/** Measures a notification from one database connection to another, which then queries. */
export async function notified(connectionString: string, times: number): Promise<Waits> {
  const [one, other] = [new Client({ connectionString }), new Client({ connectionString })];
  await Promise.all([one.connect(), other.connect()]);
  try {
    await other.query('listen bench_told');
    await one.query('create table public.bench_told (id bigserial primary key)');
    return await inTurn(times, async () => {
      const heard = new Promise((resolve) => other.once('notification', resolve));
      await one.query(`insert into public.bench_told default values`);
      await one.query('notify bench_told');
      await heard;
      await other.query('select count(*) from public.bench_told');
    });
  } finally {
    await one.query('drop table if exists public.bench_told');
    await Promise.all([one.end(), other.end()]);
  }
}
