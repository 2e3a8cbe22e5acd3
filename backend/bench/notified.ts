import { Client } from 'pg';
import { inTurn, type Waits } from './at-rate.ts';

/** Measures a notification from one database connection to another connection, which then queries. */
export async function notified(connectionString: string, times: number): Promise<Waits> {
  const [sender, listener] = [new Client({ connectionString }), new Client({ connectionString })];
  await Promise.all([sender.connect(), listener.connect()]);
  try {
    await listener.query('listen bench_told');
    await sender.query('create table public.bench_told (id bigserial primary key)');
    return await inTurn(times, async () => {
      const received = new Promise((resolve) => listener.once('notification', resolve));
      await sender.query(`insert into public.bench_told default values`);
      await sender.query('notify bench_told');
      await received;
      await listener.query('select count(*) from public.bench_told');
    });
  } finally {
    await sender.query('drop table if exists public.bench_told');
    await Promise.all([sender.end(), listener.end()]);
  }
}
