import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { DRAWING_JOBS, type InputOf, type JobName } from './drawing-jobs.ts';

// This program reads and draws untrusted pictures: one job at a time, for the process that started it.

/** `drawing-process.ts MEMORY_BYTES NICENESS` */
const [memoryMax, niceness] = process.argv.slice(2).map(Number);
const LOOK_MS = 50;

/** Ends at once. `process.exit` would wait for the threads that decode. */
const end = () => process.kill(process.pid, 'SIGKILL');

process.once('disconnect', end);
setPriority(niceness ?? 0);
try {
  // When memory runs out, the kernel ends this process and not the product.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Only Linux has it.
}
let isWorking = false;
setInterval(() => {
  if (process.memoryUsage.rss() <= (memoryMax ?? 0)) return;
  // Between two jobs it ends without a message, which would count as the answer about the next picture.
  if (isWorking) process.send?.({ tooComplex: 'too much memory' }, end);
  else end();
}, LOOK_MS).unref();

process.on('message', ({ name, input }: { name: JobName; input: unknown }) => {
  void answer(name, input);
});

async function answer(name: JobName, input: unknown): Promise<void> {
  const job = DRAWING_JOBS[name] as (of: InputOf<JobName>) => Promise<unknown>;
  isWorking = true;
  const said = await job(input as InputOf<JobName>).then((output) => ({ output }), complaintOf);
  isWorking = false;
  process.send?.(said);
}

function complaintOf(error: unknown): object {
  const { name: kind, message, code } = error as NodeJS.ErrnoException;
  return kind === 'PictureTooComplex' ? { tooComplex: message } : { failed: { message, code } };
}
