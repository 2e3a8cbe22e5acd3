import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { DRAWING_JOBS, type InputOf, type JobName } from './drawing-jobs.ts';

// This program reads and draws untrusted pictures: one job at a time, for the process that started it.

/** `drawing-process.ts MEMORY_BYTES NICENESS` */
const [memoryMax, niceness] = process.argv.slice(2).map(Number);
const CHECK_MS = 50;

/** Ends this process immediately. `process.exit` would wait for the threads that decode. */
const end = () => process.kill(process.pid, 'SIGKILL');

process.once('disconnect', end);
setPriority(niceness ?? 0);
try {
  // When memory runs out, the kernel ends this process and not the product.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Only Linux has this file.
}
let isWorking = false;
setInterval(() => {
  if (process.memoryUsage.rss() <= (memoryMax ?? 0)) return;
  // Between two jobs the process ends without a message. A message would count as the result of the next job.
  if (isWorking) process.send?.({ tooComplex: 'too much memory' }, end);
  else end();
}, CHECK_MS).unref();

process.on('message', ({ name, input }: { name: JobName; input: unknown }) => {
  void answer(name, input);
});

async function answer(name: JobName, input: unknown): Promise<void> {
  const job = DRAWING_JOBS[name] as (of: InputOf<JobName>) => Promise<unknown>;
  isWorking = true;
  const result = await job(input as InputOf<JobName>).then((output) => ({ output }), failureOf);
  isWorking = false;
  process.send?.(result);
}

function failureOf(error: unknown): object {
  const { name: kind, message, code } = error as NodeJS.ErrnoException;
  return kind === 'PictureTooComplex' ? { tooComplex: message } : { failed: { message, code } };
}
