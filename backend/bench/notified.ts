import { Client } from 'pg';
import { inTurn, type Waits } from './at-rate.ts';

/** Measures a notification from one database connection to another connection, which then queries. */
export async function measureNotification(connectionString: string, times: number): Promise<Waits> {
  const [sender, listener] = [new Client({ connectionString }), new Client({ connectionString })];
  await Promise.all([sender.connect(), listener.connect()]);
  try {
    await listener.query('listen bench_notified');
    await sender.query('create table public.bench_notified (id bigserial primary key)');
    return await inTurn(times, async () => {
      const received = new Promise((resolve) => listener.once('notification', resolve));
      await sender.query(`insert into public.bench_notified default values`);
      await sender.query('notify bench_notified');
      await received;
      await listener.query('select count(*) from public.bench_notified');
    });
  } finally {
    await sender.query('drop table if exists public.bench_notified');
    await Promise.all([sender.end(), listener.end()]);
  }
}
